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

  it('with control characters are recognized', () => {
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
      PAGEWRIGHT_BASE_URL: 'https://a.example',
      PAGEWRIGHT_UPGRADE_URL: '/up',
      PAGEWRIGHT_ADMIN_PORT: '1',
      PAGEWRIGHT_ADMIN_HOST: 'a',
      PAGEWRIGHT_DATA_DIR: '/a',
      DATABASE_URL: 'postgres://a',
      PAGEWRIGHT_DATABASE_CONNECTIONS: '77',
      PAGEWRIGHT_OBJECT_STORE: 'file:///a',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a',
      REDIS_URL: 'redis://a',
      PAGEWRIGHT_ANONYMOUS_RENDERS_PER_MONTH: '1',
      PAGEWRIGHT_ANONYMOUS_REQUESTS_PER_MINUTE: '1',
      PAGEWRIGHT_ANONYMOUS_RENDERS_AT_ONCE: '2',
      PAGEWRIGHT_UNMETERED_LOOPBACK: '1',
      PAGEWRIGHT_TRUST_PROXY: '1',
      PAGEWRIGHT_CORS_ORIGINS: 'https://a.example',
      PAGEWRIGHT_WEBHOOK_ORIGINS: 'https://a.example',
      PAGEWRIGHT_WEBHOOK_PRIVATE_ADDRESSES: '1',
      PAGEWRIGHT_WEBHOOK_SECRET_KEY: 'a'.repeat(16),
      PAGEWRIGHT_IP_HASH_SECRET: 'a'.repeat(16),
      PAGEWRIGHT_WORKERS: '200',
      PAGEWRIGHT_WORKER_MEMORY_MB: '64',
      PAGEWRIGHT_WORKER_TRAINING_MS: '5000',
      PAGEWRIGHT_QUEUE_LIMIT: '1',
      PAGEWRIGHT_QUEUE_TIMEOUT_MS: '1',
      PAGEWRIGHT_RENDER_TIMEOUT_MS: '1',
      PAGEWRIGHT_MAX_PAGES: '1',
      PAGEWRIGHT_METERING: 'off',
      PAGEWRIGHT_SIGNING_KEY: 'key.pem',
      PAGEWRIGHT_JOB_STORAGE_PER_KEY_MB: '1',
      PAGEWRIGHT_JOB_STORAGE_MB: '1',
      PAGEWRIGHT_ASSET_STORAGE_MB: '1',
      PAGEWRIGHT_REPLAY_STORAGE_MB: '1',
      PAGEWRIGHT_MAX_HTML_BYTES: '1',
      PAGEWRIGHT_MCP_MAX_HTML_BYTES: '1',
      PAGEWRIGHT_BODY_MEMORY_MB: '1',
      PAGEWRIGHT_MAX_CONNECTIONS: '1',
      PAGEWRIGHT_STORE_FAILURE: 'open',
      PAGEWRIGHT_STORE_TIMEOUT_MS: '100',
      LOG_LEVEL: 'warn',
      PAGEWRIGHT_SHUTDOWN_DELAY_MS: '1',
      PAGEWRIGHT_SHUTDOWN_TIMEOUT_MS: '1',
    };
    const named = [...configHelp().matchAll(/^ {2}([A-Z_]+)/gm)].map(([, name]) => name!);
    // PAGEWRIGHT_PLANS_FILE names a file; see below. The others hold for buckets and signing keys: see contents.test.ts
    // and signing.test.ts.
    const other = [
      'PAGEWRIGHT_PLANS_FILE',
      'PAGEWRIGHT_SIGNING_CERTIFICATE',
      'PAGEWRIGHT_SIGNING_PASSWORD',
      'AWS_REGION',
      'AWS_ACCESS_KEY_ID',
      'AWS_SECRET_ACCESS_KEY',
      'AWS_SESSION_TOKEN',
    ];
    expect([...Object.keys(given), ...other].toSorted()).to.deep.equal(named.toSorted());
    const plain = JSON.stringify(loadConfig({}));
    for (const [name, value] of Object.entries(given))
      expect(JSON.stringify(loadConfig({ [name]: value })), name).not.to.equal(plain);
  });

  it('reads variables without the prefix, but prefers those with it', () => {
    expect(loadConfig({ MAX_PAGES: '3' }).maxPages).to.equal(3);
    expect(loadConfig({ MAX_PAGES: '3', PAGEWRIGHT_MAX_PAGES: '4' }).maxPages).to.equal(4);
    expect(loadConfig({ MAX_PAGES: '3', PAGEWRIGHT_MAX_PAGES: '' }).maxPages).to.equal(3);
    expect(loadConfig({ PAGEWRIGHT_PORT: '3' }).port).to.equal(8080);
    expect(() => loadConfig({ MAX_PAGES: 'x' })).to.throw(ConfigError, /^MAX_PAGES: /);
  });

  it('stops at a wrong value with one line that names it', () => {
    for (const [name, value] of [
      ['PORT', '80x'],
      ['PORT', '70000'],
      ['PAGEWRIGHT_BASE_URL', 'ftp://x'],
      ['PAGEWRIGHT_TRUST_PROXY', 'some'],
      ['PAGEWRIGHT_CORS_ORIGINS', 'https://a.example/path'],
      ['PAGEWRIGHT_STORE_FAILURE', 'maybe'],
      ['PAGEWRIGHT_IP_HASH_SECRET', 'short'],
      ['PAGEWRIGHT_WEBHOOK_SECRET_KEY', 'short'],
      ['PAGEWRIGHT_PLANS_FILE', '/no/such/file'],
      ['DATABASE_URL', 'mysql://x'],
    ] as const) {
      expect(() => loadConfig({ [name]: value }), name)
        .to.throw(ConfigError)
        .with.property('message')
        .that.matches(new RegExp(`^${name}: [^\n]+$`));
    }
  });
});
