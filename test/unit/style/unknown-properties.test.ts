import { expect } from 'chai';
import { render } from '../../../engine/index.ts';

describe('unknown properties', () => {
  it('are reported once with their place, whether the rule matches anything or not', async () => {
    const { diagnostics } = await render(
      '<style>\np { colr: red }\n.never:hover { colr: blue; fooo: 1; --fine: x; color: red }</style><p style="baar: 1">x<p>y',
    );
    expect(diagnostics.map(({ code, line, column, count }) => `${code} ${line}:${column} ${count}`)).to.deep.equal([
      'css/unknown-property 2:5 2',
      'css/unknown-property 3:28 1',
      'css/unknown-property 3:78 1',
    ]);
  });
});
