/** Reduces a failing sample by one element or declaration at a time, as long as it fails. */
import type { Sample, Specimen } from './specimen.ts';

const MAX_TRIALS = 600;

/** Returns the smallest sample that was found, and its violation. */
export async function shrink(
  sample: Sample,
  violation: string,
  violationOf: (sample: Sample) => Promise<string | null>,
): Promise<[Sample, string]> {
  let best = sample;
  let why = violation;
  let trials = 0;
  for (let progress = true; progress;) {
    progress = false;
    for (const smaller of smallerBodies(best.body)) {
      if (++trials > MAX_TRIALS) return [best, why];
      const candidate = { ...best, body: smaller };
      const found = await violationOf(candidate);
      if (found === null) continue;
      best = candidate;
      why = found;
      progress = true;
      break;
    }
  }
  return [best, why];
}

/** Yields every sample with one thing removed, the largest removals first. */
function* smallerBodies(node: Specimen): Generator<Specimen> {
  const { children } = node;
  for (let i = 0; i < children.length; i++) yield { ...node, children: children.toSpliced(i, 1) };
  for (let i = 0; i < children.length; i++) {
    const child = children[i]!;
    if (typeof child === 'string' || !canUnwrap(child)) continue;
    yield { ...node, children: children.toSpliced(i, 1, ...child.children) };
  }
  for (let i = 0; i < children.length; i++) {
    const child = children[i]!;
    if (typeof child !== 'string') {
      for (const smaller of smallerBodies(child)) yield { ...node, children: children.with(i, smaller) };
      continue;
    }
    const words = child.trim().split(' ');
    if (words.length > 1)
      yield { ...node, children: children.with(i, ` ${words.slice(0, words.length >> 1).join(' ')} `) };
    if (words.length > 1) yield { ...node, children: children.with(i, ` ${words.slice(1).join(' ')} `) };
  }
  for (let i = 0; i < node.style.length; i++) yield { ...node, style: node.style.toSpliced(i, 1) };
  for (let i = 0; i < node.attributes.length; i++) yield { ...node, attributes: node.attributes.toSpliced(i, 1) };
}

/** Parts of tables, lists and ruby have no meaning elsewhere. */
const canUnwrap = ({ id, tag }: Specimen): boolean =>
  id === null && (tag === 'div' || tag === 'span' || tag === 'fieldset');
