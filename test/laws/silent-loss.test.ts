/** Nothing is lost in silence: what is understood changes the PDF of a document in which it matters, or is spoken of. */
import { expect } from 'chai';
import { allLonghands } from '../../engine/css/properties/registry.ts';
import { render, RenderError } from '../../engine/index.ts';
import { CHANGES_NOTHING } from './loss/changes-nothing.ts';
import { SPECIMENS } from './loss/specimens.ts';
import { valuesOf } from './loss/values.ts';

const withoutAny = new Map<string, string>();

/** A PDF and what is said about it, or the refusal's code. */
async function outcomeOf(specimen: string, declaration: string): Promise<string> {
  const html = specimen.replaceAll('$', declaration);
  try {
    const { pdf, diagnostics } = await render(html, { compress: false, external: 'ignore' });
    const said = diagnostics.map(({ code, message }) => `${code} ${message}`);
    // The file's identifier is made from its contents.
    return [
      Buffer.from(pdf)
        .toString('latin1')
        .replace(/\/ID \[.*?\]/, ''),
      ...said,
    ].join('\n');
  } catch (error) {
    if (error instanceof RenderError) return error.code;
    throw error;
  }
}

async function changesNothing(specimens: readonly string[], declaration: string): Promise<boolean> {
  for (const specimen of specimens) {
    let without = withoutAny.get(specimen);
    if (without === undefined) withoutAny.set(specimen, (without = await outcomeOf(specimen, '')));
    if ((await outcomeOf(specimen, declaration)) !== without) return false;
  }
  return true;
}

describe('values of properties', function () {
  this.timeout(300_000);

  it('change something, or are spoken of, or are known not to', async () => {
    const silent: string[] = [];
    let tried = 0;
    for (const property of allLonghands) {
      const { name } = property;
      const known = CHANGES_NOTHING[name]?.values ?? [];
      if (known === 'any') continue;
      const specimens = SPECIMENS.filter(([names]) => names.test(name)).map(([, html]) => html);
      for (const value of valuesOf(property)) {
        if (known.includes(value)) continue;
        tried++;
        if (await changesNothing(specimens, `${name}:${value}`)) silent.push(`${name}: ${value}`);
      }
    }
    expect(silent).to.deep.equal([]);
    expect(tried).to.be.above(1000);
  });

  it('that are known to change nothing are values that there are', () => {
    const wrong: string[] = [];
    for (const [name, { values }] of Object.entries(CHANGES_NOTHING)) {
      const property = allLonghands.find((one) => one.name === name);
      const found = property ? valuesOf(property) : [];
      if (!property || (values !== 'any' && values.some((value) => !found.includes(value)))) wrong.push(name);
    }
    expect(wrong).to.deep.equal([]);
  });
});
