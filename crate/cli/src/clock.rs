//! The time of day, as log and provenance have it.

use std::time::SystemTime;

/// A moment in UTC, such as "2026-01-31T12:00:00Z" (RFC 3339).
pub fn in_utc(moment: SystemTime) -> String {
    humantime::format_rfc3339_seconds(moment).to_string()
}

/// Seconds with the digits that mean something: milliseconds.
pub fn in_milliseconds(seconds: f64) -> f64 {
    (seconds * 1e3).round() / 1e3
}
