/** What a piece of a document comes to: whether the page changes, whether only a diagnostic tells of it, or neither. */
import { render, RenderError } from '../../../engine/index.ts';

/** `page`: the PDF is another one. `said`: the same PDF, and a diagnostic. `nothing`: neither. */
export type Effect = 'page' | 'said' | 'nothing';

interface Outcome {
  readonly pdf: string;
  readonly said: string;
}

const withoutAny = new Map<string, Promise<Outcome>>();

/** A PDF and what is said about it; a refusal's code is something said. */
async function outcomeOf(html: string): Promise<Outcome> {
  try {
    const { pdf, diagnostics } = await render(html, { compress: false, external: 'ignore' });
    // The file's identifier is made from its contents.
    const bytes = Buffer.from(pdf)
      .toString('latin1')
      .replace(/\/ID \[.*?\]/, '');
    return { pdf: bytes, said: diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n') };
  } catch (error) {
    if (error instanceof RenderError) return { pdf: '', said: error.code };
    throw error;
  }
}

/** What the piece changes in any of the documents, in each of which `$` says where it goes; `instead` stands there in the document it is held against. */
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
