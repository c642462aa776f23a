//! Access control: checks of Host and Origin, and the headers of every answer. A page of another site can make a browser
//! send requests here, also under a name that it points to this machine (DNS rebinding). So Host must be `localhost` or
//! a loopback address, and Origin, if there is one, the same host.

use super::problem::Problem;
use axum::extract::Request;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 5] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (CACHE_CONTROL, "no-cache"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Passes a request on if it meets the requirements, else answers with a problem; adds the headers to the answer.
pub(super) async fn guard(request: Request, next: Next) -> Response {
    let mut response = match check(&request) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn check<B>(request: &axum::http::Request<B>) -> Result<(), Problem> {
    let headers = request.headers();
    let host = host(headers)?;
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
    Ok(())
}

fn host(headers: &HeaderMap) -> Result<&str, Problem> {
    let mut hosts = headers.get_all(HOST).iter();
    let (Some(host), None) = (hosts.next().and_then(|host| host.to_str().ok()), hosts.next()) else {
        return Err(Problem::bad_request("expected one header Host"));
    };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    if name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback()) {
        Ok(host)
    } else {
        Err(Problem::forbidden(format!("{name} is not a name of this server")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::Request;

    fn status(headers: &[(&str, &str)]) -> u16 {
        let mut request = Request::builder().uri("/");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(()).expect("a request");
        check(&request).map_or_else(|problem| problem.into_response().status().as_u16(), |()| 200)
    }

    #[test]
    fn only_addresses_and_names_of_this_machine_are_answered() {
        let asked = |host| status(&[("host", host)]);
        for host in ["127.0.0.1:80", "localhost", "LOCALHOST:8080", "[::1]:80"] {
            assert_eq!(asked(host), 200, "{host}");
        }
        for host in
            ["evil.example", "evil.example:80", "localhost.evil.example", "192.168.0.1", "127.0.0.1.evil", "", ":80"]
        {
            assert_eq!(asked(host), 403, "{host}");
        }
        assert_eq!(status(&[]), 400);
        assert_eq!(status(&[("host", "localhost"), ("host", "evil.example")]), 400);
    }

    #[test]
    fn pages_of_other_sites_are_not_answered() {
        let from = |origin| status(&[("host", "localhost:80"), ("origin", origin)]);
        assert_eq!(from("http://localhost:80"), 200);
        for origin in
            ["http://evil.example", "http://localhost:81", "null", "http://localhost:80.evil.example", "localhost:80"]
        {
            assert_eq!(from(origin), 403, "{origin}");
        }
    }
}
