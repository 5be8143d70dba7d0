/** Determines whether a piece of a document changes the page, only causes a diagnostic, or neither. */
import { render, RenderError } from '../../../engine/index.ts';

/** `page`: the PDF differs. `said`: the PDF is the same, with a diagnostic. `nothing`: neither. */
export type Effect = 'page' | 'said' | 'nothing';

interface Outcome {
  readonly pdf: string;
  readonly said: string;
}

const withoutAny = new Map<string, Promise<Outcome>>();

/** Returns a PDF and its diagnostics; the code of a refusal counts as a diagnostic. */
async function outcomeOf(html: string): Promise<Outcome> {
  try {
    const { pdf, diagnostics } = await render(html, { compress: false, external: 'ignore' });
    // The file's identifier depends on its contents.
    const bytes = Buffer.from(pdf)
      .toString('latin1')
      .replace(/\/ID \[.*?\]/, '');
    return { pdf: bytes, said: diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n') };
  } catch (error) {
    if (error instanceof RenderError) return { pdf: '', said: error.code };
    throw error;
  }
}

/**
 * Returns the effect of the piece in any of the documents, at the position of `$`, compared with `instead` at that
 * position.
 */
export async function effectOf(specimens: readonly string[], piece: string, instead = ''): Promise<Effect> {
  let effect: Effect = 'nothing';
  for (const specimen of specimens) {
    const bare = specimen.replaceAll('$', instead);
    const without = withoutAny.get(bare) ?? outcomeOf(bare);
    withoutAny.set(bare, without);
    const [was, is] = [await without, await outcomeOf(specimen.replaceAll('$', () => piece))];
    if (is.pdf !== '' && is.pdf !== was.pdf) return 'page';
    if (is.said !== was.said) effect = 'said';
  }
  return effect;
}

/** Returns whether an element is reported as unsupported. Its fallback may still change the page. */
export async function isReplaced(piece: string): Promise<boolean> {
  const { said } = await outcomeOf(`<!doctype html>${piece}`);
  return said.includes('mathml/unsupported-element');
}
