//! Access control: checks of Host and Origin, and the headers of every answer. A page of another site can make a browser
//! send requests here, also under a name that it points to this machine (DNS rebinding). So Host must be `localhost` or
//! a loopback address, and Origin, if there is one, the same host.

use super::problem::forbidden;
use crate::answers::Problem;
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

fn check(request: &Request) -> Result<(), Problem> {
    let headers = request.headers();
    let host = host(headers)?;
    // The target of a request may name a host too, which takes precedence over the header.
    if request.uri().authority().is_some_and(|named| !named.as_str().eq_ignore_ascii_case(host)) {
        return Err(forbidden("the target names another host than the header Host"));
    }
    let is_same = |origin: &str| {
        let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host))
    };
    if headers.get(ORIGIN).is_some_and(|origin| !origin.to_str().is_ok_and(is_same)) {
        return Err(forbidden("requests from pages of other sites are not answered"));
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
        Err(forbidden(format!("{name} is not a name of this server")))
    }
}
