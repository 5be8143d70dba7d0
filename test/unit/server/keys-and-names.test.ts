import { expect } from 'chai';
import { createKey, hashKey, isWellFormedKey, keyPrefix } from '../../../server/accounts/keys.ts';
import { configHelp, ConfigError, loadConfig } from '../../../server/config.ts';
import { hasControlCharacter, safeFilename } from '../../../server/http/filename.ts';

describe('API keys', () => {
  it('are well formed and unique, and their checksum detects any changed character', () => {
    const key = createKey();
    expect(key).to.match(/^pw_[0-9A-Za-z]{40}$/);
    expect(isWellFormedKey(key)).to.equal(true);
    expect(createKey()).not.to.equal(key);
    for (let i = 3; i < key.length; i++) {
      const other = key.slice(0, i) + (key[i] === 'a' ? 'b' : 'a') + key.slice(i + 1);
      expect(isWellFormedKey(other), other).to.equal(false);
    }
    expect(keyPrefix(key)).to.have.lengthOf(11);
    expect(hashKey(key)).to.match(/^[0-9a-f]{64}$/);
  });
});

describe('file names', () => {
  it('are made safe', () => {
    expect(safeFilename('../a\\b.pdf')).to.equal('.._a_b.pdf');
    expect(safeFilename('a\u202egpj.pdf')).to.equal('a_gpj.pdf');
    expect(safeFilename('a\ud800b')).to.equal('a\ufffdb');
    expect(safeFilename(' . . ')).to.equal('document.pdf');
    expect(safeFilename('report')).to.equal('report');
  });

  it('are cut to 200 bytes before their extension, between characters', () => {
    const cut = safeFilename(`${'é'.repeat(150)}.pdf`);
    expect(Buffer.byteLength(cut)).to.equal(200);
    expect(cut).to.match(/^é+\.pdf$/);
    expect(Buffer.byteLength(safeFilename(`a.${'x'.repeat(300)}`))).to.equal(200);
  });

  it('with control characters are recognised', () => {
    for (const name of ['a\n', '\u007f', '\u0085', '\u2029']) expect(hasControlCharacter(name)).to.equal(true);
    expect(hasControlCharacter('ä \u00a0')).to.equal(false);
  });
});

describe('configuration', () => {
  it('has defaults, and treats an empty value as absent', () => {
    const config = loadConfig({ PORT: '' });
    expect(config).to.include({ port: 8080, maxPages: 50, upgradeUrl: '/docs#plans', storeFailure: 'closed' });
    expect(loadConfig({ BASE_URL: 'https://pdf.example/' }).upgradeUrl).to.equal('https://pdf.example/docs#plans');
  });

  it('reads every documented variable', () => {
    const given: Readonly<Record<string, string>> = {
      PORT: '1',
      HOST: 'a',
      BASE_URL: 'https://a.example',
      UPGRADE_URL: '/up',
      ADMIN_PORT: '1',
      ADMIN_HOST: 'a',
      DATA_DIR: '/a',
      DATABASE_URL: 'postgres://a',
      DATABASE_CONNECTIONS: '1',
      REDIS_URL: 'redis://a',
      ANONYMOUS_RENDERS_PER_MONTH: '1',
      ANONYMOUS_REQUESTS_PER_MINUTE: '1',
      ANONYMOUS_RENDERS_AT_ONCE: '2',
      UNMETERED_LOOPBACK: '1',
      TRUST_PROXY: '1',
      CORS_ORIGINS: 'https://a.example',
      WEBHOOK_ORIGINS: 'https://a.example',
      WEBHOOK_SECRET_KEY: 'a'.repeat(16),
      IP_HASH_SECRET: 'a'.repeat(16),
      WORKERS: '200',
      WORKER_MEMORY_MB: '64',
      WORKER_TRAINING_MS: '5000',
      QUEUE_LIMIT: '1',
      QUEUE_TIMEOUT_MS: '1',
      RENDER_TIMEOUT_MS: '1',
      MAX_PAGES: '1',
      METERING: 'off',
      MAX_HTML_BYTES: '1',
      MCP_MAX_HTML_BYTES: '1',
      BODY_MEMORY_MB: '1',
      MAX_CONNECTIONS: '1',
      STORE_FAILURE: 'open',
      STORE_TIMEOUT_MS: '100',
      LOG_LEVEL: 'warn',
      SHUTDOWN_DELAY_MS: '1',
      SHUTDOWN_TIMEOUT_MS: '1',
    };
    const named = [...configHelp().matchAll(/^ {2}([A-Z_]+)/gm)].map(([, name]) => name!);
    // PLANS_FILE names a file; see below.
    expect([...Object.keys(given), 'PLANS_FILE'].toSorted()).to.deep.equal(named.toSorted());
    const plain = JSON.stringify(loadConfig({}));
    for (const [name, value] of Object.entries(given))
      expect(JSON.stringify(loadConfig({ [name]: value })), name).not.to.equal(plain);
  });

  it('stops at a wrong value with one line that names it', () => {
    for (const [name, value] of [
      ['PORT', '80x'],
      ['PORT', '70000'],
      ['BASE_URL', 'ftp://x'],
      ['TRUST_PROXY', 'some'],
      ['CORS_ORIGINS', 'https://a.example/path'],
      ['STORE_FAILURE', 'maybe'],
      ['IP_HASH_SECRET', 'short'],
      ['WEBHOOK_SECRET_KEY', 'short'],
      ['PLANS_FILE', '/no/such/file'],
      ['DATABASE_URL', 'mysql://x'],
    ] as const) {
      expect(() => loadConfig({ [name]: value }), name)
        .to.throw(ConfigError)
        .with.property('message')
        .that.matches(new RegExp(`^${name}: [^\n]+$`));
    }
  });
});
