//! Access control: checks of Host, Origin and token, and the headers of every answer. A page of another site can
//! make a browser send requests here, also under a name that it points to this machine (DNS rebinding). So Host must be
//! an address, `localhost` or an allowed name, and Origin, if there is one, the same host.

use super::problem::Problem;
use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, HOST, LOCATION, ORIGIN, REFERRER_POLICY, SET_COOKIE,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 5] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (CACHE_CONTROL, "no-cache"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

#[derive(Debug)]
pub(super) struct Gate {
    /// Whether the server listens on this machine only.
    pub(super) is_loopback: bool,
    /// Host names accepted in the header `Host` of a request, besides `localhost` and IP addresses.
    pub(super) names: Vec<String>,
    /// Token that requests must have; `None` if none is required.
    pub(super) token: Option<String>,
    /// Port of the server, which is in the name of the cookie: browsers send cookies to all ports of a host.
    pub(super) port: u16,
}

/// Passes a request on if it meets the requirements, else answers with a problem; adds the headers to the answer.
pub(super) async fn guard(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let mut response = match gate.check(&request) {
        Ok(None) => next.run(request).await,
        Ok(Some(login)) => login,
        Err(problem) => problem.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

impl Gate {
    /// Returns `None` if the request may pass, or the answer that gives the token to the browser as a cookie.
    fn check<B>(&self, request: &axum::http::Request<B>) -> Result<Option<Response>, Problem> {
        let headers = request.headers();
        let host = self.host(headers)?;
        // The target of a request may name a host too, which takes precedence over the header.
        if request.uri().authority().is_some_and(|named| !named.as_str().eq_ignore_ascii_case(host)) {
            return Err(Problem::forbidden("the target names another host than the header Host"));
        }
        let is_same = |origin: &str| {
            let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host))
        };
        if headers.get(ORIGIN).is_some_and(|origin| !origin.to_str().is_ok_and(is_same)) {
            return Err(Problem::forbidden("requests from pages of other sites are not answered"));
        }
        let Some(token) = &self.token else { return Ok(None) };
        let query = request.uri().query().unwrap_or_default();
        let offered = query.split('&').find_map(|part| part.strip_prefix("token="));
        if request.uri().path() == "/" && offered.is_some_and(|offered| is_equal(offered, token)) {
            return Ok(Some(self.login(token)));
        }
        let is_known = self.offered(headers).any(|offered| is_equal(offered, token));
        if is_known { Ok(None) } else { Err(Problem::unauthorized()) }
    }

    fn host<'h>(&self, headers: &'h HeaderMap) -> Result<&'h str, Problem> {
        let mut hosts = headers.get_all(HOST).iter();
        let (Some(host), None) = (hosts.next().and_then(|host| host.to_str().ok()), hosts.next()) else {
            return Err(Problem::bad_request("expected one header Host"));
        };
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => host,
        };
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        let is_named =
            || name.eq_ignore_ascii_case("localhost") || self.names.iter().any(|n| n.eq_ignore_ascii_case(name));
        let is_ours = match address {
            Ok(address) => address.is_loopback() || !self.is_loopback,
            Err(_) => is_named(),
        };
        if is_ours {
            Ok(host)
        } else {
            Err(Problem::forbidden(format!("{name} is not a name of this server: see --host")))
        }
    }

    fn offered<'h>(&self, headers: &'h HeaderMap) -> impl Iterator<Item = &'h str> {
        let name = format!("{}=", self.cookie());
        let bearer = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let cookies = cookies.flat_map(|value| value.split(';'));
        bearer.into_iter().chain(cookies.filter_map(move |cookie| cookie.trim().strip_prefix(name.as_str())))
    }

    fn cookie(&self) -> String {
        format!("sokoplan-{}", self.port)
    }

    fn login(&self, token: &str) -> Response {
        let cookie = format!("{}={token}; Path=/; HttpOnly; SameSite=Strict", self.cookie());
        (StatusCode::SEE_OTHER, [(SET_COOKIE, cookie), (LOCATION, "/".to_owned())]).into_response()
    }
}

/// Returns whether two texts are equal, in a time that does not depend on where they differ.
fn is_equal(one: &str, other: &str) -> bool {
    let differing = one.bytes().zip(other.bytes()).fold(0, |bits, (a, b)| bits | (a ^ b));
    one.len() == other.len() && differing == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::Request;

    fn gate(token: Option<&str>) -> Gate {
        let names = vec!["lab.example".to_owned()];
        Gate { is_loopback: token.is_none(), names, token: token.map(str::to_owned), port: 80 }
    }

    fn status(gate: &Gate, path: &str, headers: &[(&str, &str)]) -> u16 {
        let mut request = Request::builder().uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(()).expect("a request");
        match gate.check(&request) {
            Ok(None) => 200,
            Ok(Some(response)) => response.status().as_u16(),
            Err(problem) => problem.into_response().status().as_u16(),
        }
    }

    #[test]
    fn only_addresses_and_known_names_of_this_machine_are_asked() {
        let asked = |host| status(&gate(None), "/", &[("host", host)]);
        for host in ["127.0.0.1:80", "localhost", "LOCALHOST:8080", "[::1]:80", "lab.example:80"] {
            assert_eq!(asked(host), 200, "{host}");
        }
        for host in
            ["evil.example", "evil.example:80", "localhost.evil.example", "192.168.0.1", "127.0.0.1.evil", "", ":80"]
        {
            assert_eq!(asked(host), 403, "{host}");
        }
        assert_eq!(status(&gate(None), "/", &[]), 400);
        assert_eq!(status(&gate(None), "/", &[("host", "localhost"), ("host", "evil.example")]), 400);
        assert_eq!(status(&gate(Some("t")), "/?token=t", &[("host", "192.168.0.1")]), 303);
    }

    #[test]
    fn pages_of_other_sites_are_not_answered() {
        let from = |origin| status(&gate(None), "/", &[("host", "localhost:80"), ("origin", origin)]);
        assert_eq!(from("http://localhost:80"), 200);
        for origin in
            ["http://evil.example", "http://localhost:81", "null", "http://localhost:80.evil.example", "localhost:80"]
        {
            assert_eq!(from(origin), 403, "{origin}");
        }
    }

    #[test]
    fn a_token_is_asked_for_and_becomes_a_cookie() {
        let gate = gate(Some("secret"));
        let asked = |path, name, value| status(&gate, path, &[("host", "localhost"), (name, value)]);
        assert_eq!(asked("/", "accept", "*"), 401);
        assert_eq!(asked("/?token=secre", "accept", "*"), 401);
        assert_eq!(asked("/api/rooms?token=secret", "accept", "*"), 401);
        assert_eq!(asked("/?token=secret", "accept", "*"), 303);
        assert_eq!(asked("/", "cookie", "a=b; sokoplan-80=secret"), 200);
        assert_eq!(asked("/", "cookie", "sokoplan-81=secret"), 401);
        assert_eq!(asked("/", "authorization", "Bearer secret"), 200);
        assert_eq!(asked("/", "authorization", "Bearer secretly"), 401);
    }
}
