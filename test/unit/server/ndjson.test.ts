import { expect } from 'chai';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { BodyBudget } from '../../../server/http/body-budget.ts';
import { readLines } from '../../../server/http/ndjson.ts';
import { clearedBody } from '../../support/cleared-body.ts';
import { withClock } from '../../support/clock.ts';

describe('a body of lines', () => {
  const LIMITS = { bytes: 1e6, lineBytes: 1000 };
  const read = (text: string) =>
    readLines(Object.assign(Readable.from([Buffer.from(text)]), { headers: {} }) as unknown as IncomingMessage, {
      ...LIMITS,
      lease: new BodyBudget(1e6, 1e6).open('a'),
    });

  it('is read without its blank lines', async () => {
    const lines: string[] = [];
    for await (const line of read('a\n\n \t\r\nb\n\nc')) lines.push(line.toString());
    expect(lines).to.deep.equal(['a', 'b', 'c']);
  });

  it('keeps none of its chunks, because each is an object that keeps its packet', async () => {
    const lines: string[] = [];
    const lease = new BodyBudget(1e6, 1e6).open('a');
    for await (const line of readLines(clearedBody(['a', 'b', 'c\nd', 'e']), { ...LIMITS, lease }))
      lines.push(line.toString());
    expect(lines).to.deep.equal(['abc', 'de']);
  });

  it('yields, even if many lines arrive at once', async () => {
    let [turns, over] = [0, false];
    const others = (): void => {
      turns++;
      if (!over) setImmediate(others);
    };
    setImmediate(others);
    let now = 0;
    await withClock(
      () => now,
      async () => {
        for await (const line of read('a\n'.repeat(200))) {
          expect(line.length).to.equal(1);
          now += 1;
        }
      },
    );
    over = true;
    expect(turns).to.be.above(5);
  });
});
