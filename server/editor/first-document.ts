/**
 * The documents that the editor begins with. They set their font on the root element, from which page numbers and
 * headers inherit. This one is shown on the first visit. It uses a single font, because its first page waits for fonts.
 */
export const FIRST_DOCUMENT = `<!DOCTYPE html>
<html lang="en">
<title>A letter</title>
<style>
  @page {
    size: A4; margin: 25mm 20mm;
    @bottom-center { content: counter(page) " / " counter(pages); color: #667 }
  }
  html { font: 11pt/1.5 Noto Serif, serif }
  address { font-style: normal; margin-bottom: 2cm }
  h1 { font-size: 18pt; font-weight: normal; color: #0b5d5e }
</style>
<address>Ada Lovelace<br>12 St James's Square<br>London</address>
<h1>The engine</h1>
<p>Dear Mr Babbage,</p>
<p>Edit this text, and the page next to it changes as you type.
Click the page to find its place in the text. Nothing leaves your
machine.</p>
<p>Yours sincerely,<br>A. L.</p>
</html>
`;

/** The document that the button "New" opens. */
export const NEW_DOCUMENT = `<!DOCTYPE html>
<html lang="en">
<title>Untitled</title>
<style>
  @page { size: A4; margin: 20mm }
  html { font: 11pt/1.5 sans-serif }
</style>
<h1>Untitled</h1>
<p></p>
</html>
`;
