const WORDS =
  'paper ink margin column header footer ledger amount quarter harbour bridge letter window garden morning signal copper field river stone'.split(
    ' ',
  );

/** Deterministic filler: the same n gives the same words. */
function sentence(seed: number, length: number): string {
  let state = seed * 2654435761 + 12345;
  const words: string[] = [];
  for (let i = 0; i < length; i++) {
    state = (state * 1103515245 + 12345) % 2147483648;
    words.push(WORDS[state % WORDS.length]);
  }
  return words.join(' ');
}

/** A table of n rows with a repeated header. */
export function tableRows(n: number): string {
  const rows = Array.from(
    { length: n },
    (_, i) =>
      `<tr><td>${i + 1}</td><td>${sentence(i, 6)}</td><td>${sentence(i + 7, 3)}</td><td class="n">${((i * 7919) % 100000) / 100}</td></tr>`,
  );
  return `<!DOCTYPE html><style>table{width:100%;border-collapse:collapse;font:11px Arial}td,th{border:1px solid #999;padding:3px 6px}.n{text-align:right}</style>
<table><thead><tr><th>#</th><th>Description</th><th>Place</th><th>Amount</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** n paragraphs of prose. */
export function paragraphs(n: number): string {
  return `<!DOCTYPE html><style>p{text-align:justify}</style><h1>Prose</h1>${Array.from({ length: n }, (_, i) => `<p>${sentence(i, 90)}.</p>`).join('')}`;
}
