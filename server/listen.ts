/** The HTTP server of the application. It limits connections and answers Node's own protocol errors with problems. */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Config } from './config.ts';
import { holdContinue } from './http/expectation.ts';
import { type ProblemCode, Problem, problemBody } from './http/problems.ts';
import { rateLimitHeaders } from './http/rate-limit-headers.ts';
import { requestPath } from './http/context.ts';
import { requestIdFrom, STANDARD_HEADERS } from './http/request.ts';
import { untouched } from './metering/request-windows.ts';

/** Time limits for clients, in milliseconds. */
const TIME_LIMITS = {
  headersTimeout: 10_000,
  /** Longer than the header limit plus the 30 s for a body, because this response knows neither caller nor path. */
  requestTimeout: 45_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2000,
} as const;
const MAX_HEADER_BYTES = 16 * 1024;
const LINGER_MS = 2000;
/** Connections idle for this long, in addition to the time limits of a response, are closed. */
const IDLE_MS = 90_000;

type GuardConfig = Pick<Config, 'anonymousRequestsPerMinute' | 'metering' | 'upgradeUrl'> &
  Partial<Pick<Config, 'queueTimeoutMs' | 'renderTimeoutMs'>>;

export function createHttpServer(
  listener: RequestListener,
  config: GuardConfig,
  timeLimits: Readonly<Record<keyof typeof TIME_LIMITS, number>> = TIME_LIMITS,
): Server {
  /** The last response of each connection. */
  const current = new WeakMap<Socket, ServerResponse>();
  const accept: RequestListener = (request, response) => {
    const fault = hostFault(request);
    if (fault !== null) {
      answerRaw(request.socket, new Problem('bad_request', fault), request, config);
      return;
    }
    current.set(request.socket, response);
    listener(request, response);
  };
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      ...timeLimits,
      requireHostHeader: false,
    },
    accept,
  );
  // Bounds how long a client that doesn't read keeps its response in memory.
  server.setTimeout(IDLE_MS + (config.queueTimeoutMs ?? 0) + (config.renderTimeoutMs ?? 0));
  server.on('checkContinue', (request, response) => {
    holdContinue(request, response);
    accept(request, response);
  });
  server.on('checkExpectation', (request) => {
    answerRaw(
      request.socket,
      new Problem('bad_request', 'Unsupported Expect header. Use 100-continue.'),
      request,
      config,
    );
  });
  server.on('connect', (request, socket) => {
    answerRaw(socket as Socket, new Problem('bad_request', 'CONNECT is not supported.'), request, config);
  });
  server.on('clientError', (error: ClientError, socket) => {
    const response = current.get(socket as Socket);
    const unanswered = response && !response.writableEnded ? response : null;
    // Writing into a started response would corrupt it.
    if (error.code === 'ECONNRESET' || !socket.writable || unanswered?.headersSent) {
      socket.destroy();
      return;
    }
    const answer = (): void => answerRaw(socket as Socket, clientProblem(error), unanswered?.req ?? null, config);
    // A complete earlier request is answered before the refusal of the next one.
    if (unanswered?.req.complete) unanswered.once('finish', answer);
    else answer();
  });
  return server;
}

/** The port is in use by another process. */
export class PortTaken extends Error {
  constructor(port: number, host: string) {
    super(`Port ${port} on ${host} is in use by another process. Set another port, or 0 for any free port.`);
  }
}

/** Resolves with the port in use. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void =>
      reject(error.code === 'EADDRINUSE' ? new PortTaken(port, host) : error);
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Returns the error in a request's Host (RFC 9112 section 3.2), or null. */
function hostFault({ rawHeaders, httpVersionMajor, httpVersionMinor }: IncomingMessage): string | null {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1) return 'There is more than one Host header.';
  const isNeeded = httpVersionMajor === 1 && httpVersionMinor >= 1;
  return hosts === 0 && isNeeded ? 'The Host header is missing.' : null;
}

interface ClientError extends NodeJS.ErrnoException {
  /** The bytes that were being parsed. */
  readonly rawPacket?: Buffer;
}

/** Returns whether the header overflow is in the request line: it has no end within the limit. */
function isInRequestLine(packet: Buffer | undefined): boolean {
  const start = packet?.subarray(0, MAX_HEADER_BYTES).toString('latin1') ?? '';
  return /^[A-Z]+ [^\n]*$/.test(start);
}

function clientProblem(error: ClientError): Problem {
  const [code, detail]: [ProblemCode, string] =
    error.code === 'HPE_HEADER_OVERFLOW' && isInRequestLine(error.rawPacket)
      ? ['uri_too_long', `The request line exceeds ${MAX_HEADER_BYTES} bytes.`]
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? ['headers_too_large', `The request line and headers exceed ${MAX_HEADER_BYTES} bytes.`]
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? ['request_timeout', 'The request was not received in time.']
          : ['bad_request', 'The request is not valid HTTP.'];
  return new Problem(code, detail);
}

/** Answers on the raw socket and closes it. The caller is unknown, so the headers show a full anonymous window. */
function answerRaw(socket: Socket, problem: Problem, request: IncomingMessage | null, config: GuardConfig): void {
  const requestId = requestIdFrom(request?.headers['x-request-id']);
  const body = JSON.stringify(problemBody(problem, requestPath(request?.url ?? '/'), requestId, config.upgradeUrl));
  const headers = {
    'Content-Type': 'application/problem+json',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
    ...STANDARD_HEADERS,
    ...(config.metering ? rateLimitHeaders(untouched(config.anonymousRequestsPerMinute)) : {}),
    Connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  request?.resume();
  socket.end(`HTTP/1.1 ${problem.status} ${REASONS[problem.status] ?? 'Error'}\r\n${head.join('')}\r\n${body}`);
  // Otherwise the client could keep the half-open connection forever.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  414: 'URI Too Long',
  431: 'Request Header Fields Too Large',
};
