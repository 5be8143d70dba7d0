/**
 * Finds the beginnings of Japanese phrases (css-text-4 §6.1, `auto-phrase`) by a weighted vote of the characters around
 * a position.
 */
import { JAPANESE_PHRASE_MODEL } from './japanese-phrase-model.ts';

/** A group of features: the text from `from` to `to`, relative to the position between two characters. */
interface Feature {
  readonly from: number;
  readonly to: number;
  readonly weights: ReadonlyMap<string, number>;
}

interface Model {
  readonly features: readonly Feature[];
  /** The score that the features around a position must exceed. */
  readonly threshold: number;
}

/** The model's groups: single characters, pairs and triples. */
const PLACES: readonly (readonly [group: string, from: number, to: number])[] = [
  ['UW1', -3, -2],
  ['UW2', -2, -1],
  ['UW3', -1, 0],
  ['UW4', 0, 1],
  ['UW5', 1, 2],
  ['UW6', 2, 3],
  ['BW1', -2, 0],
  ['BW2', -1, 1],
  ['BW3', 0, 2],
  ['TW1', -3, 0],
  ['TW2', -2, 1],
  ['TW3', -1, 2],
  ['TW4', 0, 3],
];

let model: Model | null = null;

function readModel(): Model {
  let sum = 0;
  const features = PLACES.flatMap(([group, from, to]) => {
    const words = JAPANESE_PHRASE_MODEL[group]?.split(' ') ?? [];
    const weights = new Map<string, number>();
    for (let i = 0; i + 1 < words.length; i += 2) {
      const weight = Number(words[i + 1]);
      weights.set(words[i]!, weight);
      sum += weight;
    }
    return weights.size > 0 ? [{ from, to, weights }] : [];
  });
  return { features, threshold: sum / 2 };
}

/** Returns whether a phrase begins at `at` inside the Japanese text `[start, end)`. */
export function beginsPhrase(text: string, start: number, end: number, at: number): boolean {
  const { features, threshold } = (model ??= readModel());
  let score = -threshold;
  for (const { from, to, weights } of features) {
    if (at + from < start || at + to > end) continue;
    score += weights.get(text.slice(at + from, at + to)) ?? 0;
  }
  return score > 0;
}

/** Returns whether a character is Han, kana, or set among them. */
export function isJapaneseText(code: number): boolean {
  return (
    (code >= 0x3001 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xd800 && code <= 0xdfff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff01 && code <= 0xff9f)
  );
}
