/** The only clock that reaches a document, for callers that expect today's date as a browser prints it. */

/**
 * Returns the current day at midnight UTC, so that renders of one day have the same bytes. The environment variable
 * `SOURCE_DATE_EPOCH` (seconds since 1970) replaces the clock, for reproducible builds.
 */
export function today(): Date {
  const seconds = Number(globalThis.process?.env['SOURCE_DATE_EPOCH'] || NaN);
  const now = Number.isFinite(seconds) ? new Date(seconds * 1000) : new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
}
