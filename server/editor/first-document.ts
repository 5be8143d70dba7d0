/**
 * The documents that the editor begins with. They set their font on the root element, from which page numbers and
 * headers inherit. This one is shown on the first visit. It uses a single font, because its first page waits for fonts.
 */
export const FIRST_DOCUMENT = `<!DOCTYPE html>
<html lang="en">
<title>A letter</title>
<style>
  @page { size: A4; margin: 25mm; @bottom-center { content: counter(page) } }
  html { font: 11pt/1.6 Noto Serif, serif; color: #222 }
  header { border-bottom: 2pt solid #0b5d5e; padding-bottom: 6mm }
  b { float: left; width: 18mm; border-radius: 50%; background: #0b5d5e;
      color: #fff; font: 16pt/18mm Noto Serif; text-align: center }
  address { font-style: normal; text-align: right }
  h1 { font-size: 22pt; font-weight: normal; color: #0b5d5e; margin-top: 16mm }
</style>
<header>
  <b>AL</b>
  <address>
    Ada Lovelace<br>
    12 St James's Square<br>
    London
  </address>
</header>
<h1>The engine</h1>
<p>Dear Mr Babbage,</p>
<p>Edit this text, and the page next to it changes as you type.
Nothing leaves your machine. You can also:</p>
<ul>
  <li>Click the page to find its place in the text.
  <li>Add your logo as a file, and insert it where the cursor is.
  <li>Give later pages a header under Options.
  <li>Start from an invoice, a report or a book under Examples.
</ul>
<p>Yours sincerely,<br>Ada Lovelace</p>
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
