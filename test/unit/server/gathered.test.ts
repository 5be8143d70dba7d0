import { expect } from 'chai';
import { Gathered } from '../../../server/storage/gathered.ts';

/** A server that answers when the test says so. */
class Server {
  readonly batches: (readonly number[])[] = [];
  private readonly answers: ((failure?: Error) => void)[] = [];
  readonly gathered: Gathered<number, string>;

  constructor(most: number, answered: (request: number) => boolean = () => true) {
    this.gathered = new Gathered(async (requests) => {
      this.batches.push(requests);
      await new Promise<void>((resolve, reject) =>
        this.answers.push((failure) => (failure ? reject(failure) : resolve())),
      );
      return new Map(requests.filter(answered).map((request) => [request, `answer ${request}`]));
    }, most);
  }

  async answer(failure?: Error): Promise<void> {
    await turn();
    this.answers.shift()!(failure);
    await turn();
  }
}

const turn = (): Promise<void> => new Promise((done) => setImmediate(done));

describe('gathered requests', () => {
  it('are sent at once, and those that arrive meanwhile together', async () => {
    const server = new Server(10);
    const answers = [server.gathered.ask(1)];
    await turn();
    answers.push(server.gathered.ask(2), server.gathered.ask(3));
    await server.answer();
    await server.answer();
    expect(await Promise.all(answers)).to.deep.equal(['answer 1', 'answer 2', 'answer 3']);
    expect(server.batches).to.deep.equal([[1], [2, 3]]);
  });

  it('are sent again after a quiet time', async () => {
    const server = new Server(10);
    for (const request of [1, 2]) {
      const answer = server.gathered.ask(request);
      await server.answer();
      expect(await answer).to.equal(`answer ${request}`);
    }
    expect(server.batches).to.deep.equal([[1], [2]]);
  });

  it('form batches of limited size', async () => {
    const server = new Server(2);
    const answers = Promise.all([1, 2, 3].map((request) => server.gathered.ask(request)));
    await server.answer();
    await server.answer();
    await answers;
    expect(server.batches).to.deep.equal([[1, 2], [3]]);
  });

  it('get null if the server left them out', async () => {
    const server = new Server(10, (request) => request !== 2);
    const answers = Promise.all([1, 2].map((request) => server.gathered.ask(request)));
    await server.answer();
    expect(await answers).to.deep.equal(['answer 1', null]);
  });

  it('fail together, and later ones are sent all the same', async () => {
    const server = new Server(10);
    const failed = Promise.allSettled([1, 2].map((request) => server.gathered.ask(request)));
    await server.answer(new Error('lost'));
    expect((await failed).map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    const later = server.gathered.ask(3);
    await server.answer();
    expect(await later).to.equal('answer 3');
  });
});
