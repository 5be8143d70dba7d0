import { expect } from 'chai';
import { RenderError } from '../../engine/errors.ts';
import { assertInvariant } from '../../engine/invariant.ts';
import { ContentStream } from '../../engine/pdf/content-stream.ts';

describe('assertInvariant', () => {
  it('throws an internal error that names the violated invariant', () => {
    expect(() => assertInvariant(true, 'water is wet')).not.to.throw();
    expect(() => assertInvariant(false, 'water is dry'))
      .to.throw(RenderError, 'water is dry')
      .with.property('code', 'internal_error');
  });

  it('guards the graphics states of a content stream', () => {
    const stream = new ContentStream([1, 0, 0, 1, 0, 0], { x0: 0, y0: 0, x1: 1, y1: 1 });
    stream.save();
    stream.restore();
    expect(() => stream.restore()).to.throw(RenderError, 'has been saved');
  });
});
