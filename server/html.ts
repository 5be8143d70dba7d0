/** Escapes text for HTML content and attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** The product's mark, a page with a folded corner, as SVG. */
const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#0b5d5e" d="M3.5 0H10l4 4v10.5a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 14.5v-13A1.5 1.5 0 0 1 3.5 0z"/><path fill="#62c4c0" d="M10 0v4h4z"/><path stroke="#fff" stroke-width="1.2" d="M4.5 7.5h7M4.5 10h7M4.5 12.5h4"/></svg>';

/** The link to the mark as the icon of a page. */
export const ICON_LINK = `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(MARK)}">`;

/**
 * Allows only same-origin resources, no inline code and no framing. WebAssembly runs, and PDFs are printed from blobs.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  'frame-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
