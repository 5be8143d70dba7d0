import { expect } from 'chai';
import {
  type Account,
  balanceOf,
  committed,
  credited,
  type Entry,
  givenBack,
  type Held,
  inPeriod,
  type Moved,
  reserved,
} from '../../../server/ledger/ledger.ts';

const NOVEMBER = { name: '2026-11', grant: 2 };
const DECEMBER = { name: '2026-12', grant: 2 };

describe('the rules of the ledger', () => {
  const fresh = inPeriod(null, [], NOVEMBER).account;
  const shown = ({ entries }: Moved): string[] => entries.map(({ kind, amount }) => `${kind} ${amount}`);

  it('grant the credits of the period to a new account', () => {
    const moved = inPeriod(null, [], NOVEMBER);
    expect(moved.account).to.deep.equal({ period: '2026-11', granted: 2, grantLeft: 2, creditLeft: 0 });
    expect(shown(moved)).to.deep.equal(['grant 2']);
  });

  it('record nothing if nothing happens', () => {
    expect(inPeriod(fresh, [], NOVEMBER)).to.deep.equal({ account: fresh, entries: [] });
  });

  it('spend the grant before added credits', () => {
    const account = credited(fresh, 1).account;
    const sources: string[] = [];
    let left: Account = account;
    for (let i = 0; i < 3; i++) {
      const moved = reserved(left, String(i))!;
      sources.push(moved.held.source);
      left = moved.account;
    }
    expect(sources).to.deep.equal(['grant', 'grant', 'credit']);
    expect(reserved(left, 'more')).to.equal(null);
  });

  it('let the grant lapse with its period, including grants refunded later', () => {
    const { account, held } = reserved(fresh, 'r')!;
    const december = inPeriod(account, [], DECEMBER);
    expect(shown(december)).to.deep.equal(['lapse -1', 'grant 2']);
    const back = givenBack(december.account, held);
    expect([back.account, shown(back)]).to.deep.equal([december.account, ['refund 1', 'lapse -1']]);
  });

  it('keep the used allowance if a plan changes within a period', () => {
    const { account } = reserved(fresh, 'r')!;
    const larger = inPeriod(account, [], { ...NOVEMBER, grant: 5 });
    expect([larger.account.grantLeft, shown(larger)]).to.deep.equal([4, ['grant 3']]);
    expect(inPeriod(account, [], { ...NOVEMBER, grant: 0 }).account.grantLeft).to.equal(0);
  });

  it('refund expired reservations before the next grant', () => {
    const { account, held } = reserved(fresh, 'r')!;
    expect(shown(inPeriod(account, [held], DECEMBER))).to.deep.equal(['refund 1', 'lapse -2', 'grant 2']);
  });

  it('keep the balance equal to the sum of the rows and never below zero, in any order of events', () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    for (let run = 0; run < 200; run++) {
      let account: Account | null = null;
      const entries: Entry[] = [];
      const open: Held[] = [];
      const moved = (change: Moved): void => {
        account = change.account;
        entries.push(...change.entries);
      };
      for (let step = 0; step < 40; step++) {
        const period = { name: `2026-${String(1 + Math.floor(step / 10)).padStart(2, '0')}`, grant: random(4) };
        const expired = random(5) === 0 ? open.splice(0, random(3)) : [];
        // Nothing can have expired in an account that does not exist.
        moved(inPeriod(account, account ? expired : [], period));
        const next = random(4);
        if (next === 0) moved(credited(account!, random(7) - 3));
        const held = next === 1 ? reserved(account!, `${run}:${step}`) : null;
        if (held) {
          moved(held);
          open.push(held.held);
        }
        if (next === 2 && open.length > 0) moved(givenBack(account!, open.pop()!));
        if (next === 3 && open.length > 0) entries.push(committed(open.pop()!));
        const { balance } = balanceOf(account!);
        expect(balance).to.equal(entries.reduce((sum, { amount }) => sum + amount, 0));
        expect(Math.min(account!.grantLeft, account!.creditLeft)).to.be.at.least(0);
      }
    }
  });
});
