/**
 * Seeded mutations and their required results: a PDF that other programs read or a typed refusal, the same each time.
 */
import { render, RenderError, type RenderResult } from '../../../engine/index.ts';
import { Random } from '../../laws/random.ts';
import { DOCUMENTS, DRAWINGS, FONTS, IMAGES, STYLE_SHEETS } from './corpus.ts';
import { mutatedBytes, mutatedText } from './mutate.ts';
import { readersComplaint } from './readers.ts';

/** Small enough for a few renders per second. */
const LIMITS = {
  deadlineMs: 600_000,
  maxPages: 100,
  maxBoxes: 200_000,
  maxBytes: 100_000_000,
  maxPdfBytes: 50_000_000,
};
/** How often the clock is read before a render is aborted. Unlike a deadline, this is the same place on every machine. */
const MOST_LOOKS = 2500;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Returns the document of a seed. */
export function fuzzedDocument(seed: number): string {
  const random = new Random(seed);
  const text = random.pick(DOCUMENTS);
  const other = random.pick(DOCUMENTS);
  switch (random.int(0, 5)) {
    case 0:
    case 1:
      return mutatedText(text, other, random);
    case 2:
      return `<style>${mutatedText(random.pick(STYLE_SHEETS), random.pick(STYLE_SHEETS), random)}</style>${text}`;
    case 3: {
      const drawing = mutatedText(random.pick(DRAWINGS), random.pick(STYLE_SHEETS), random);
      return random.chance(0.5)
        ? drawing
        : `<img src="data:image/svg+xml,${encodeURIComponent(drawing.toWellFormed())}">`;
    }
    case 4:
      return random
        .times(1, 6, () => random.pick(IMAGES))
        .map(([type, bytes]) => `<img src="data:image/${type};base64,${base64(mutatedBytes(bytes, random))}">`)
        .join('');
    default: {
      const font = base64(mutatedBytes(random.pick(FONTS), random));
      return `<style>@font-face{font-family:f;src:url(data:font/ttf;base64,${font})}</style><p style="font:20px f">Text क्षि 12 سلام لا`;
    }
  }
}

export interface Verdict {
  /** Null if the result is as required. */
  readonly failure: string | null;
  /** Processor time of one render. */
  readonly milliseconds: number;
}

export async function judge(seed: number): Promise<Verdict> {
  const html = fuzzedDocument(seed);
  const begun = process.cpuUsage();
  const outcome = await outcomeOf(html);
  const { user, system } = process.cpuUsage(begun);
  const milliseconds = (user + system) / 1000;
  if (outcome instanceof Error) return { failure: outcome.stack ?? outcome.message, milliseconds };
  const again = await outcomeOf(html);
  if (!isSame(outcome, again)) return { failure: 'another outcome the second time', milliseconds };
  return { failure: typeof outcome === 'string' ? null : await readersComplaint(outcome), milliseconds };
}

/** The result: a PDF, the code of a refusal, or an unexpected error. */
type Outcome = RenderResult | string | Error;

async function outcomeOf(html: string): Promise<Outcome> {
  let looks = 0;
  const signal = {
    get aborted(): boolean {
      return ++looks > MOST_LOOKS;
    },
  } as AbortSignal;
  try {
    return await render(html, { limits: LIMITS, external: 'ignore', signal });
  } catch (error) {
    if (error instanceof RenderError && error.code !== 'internal_error') return error.code;
    return error instanceof Error ? error : new Error(String(error));
  }
}

function isSame(one: Outcome, other: Outcome): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  if (one instanceof Error || other instanceof Error) return false;
  return Buffer.compare(one.pdf, other.pdf) === 0;
}
