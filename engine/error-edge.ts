/** The boundary where exceptions leave the engine: callers only see RenderErrors. */
import { hasEndedStack, RenderError } from './errors.ts';
import { unwindHarfBuzz } from './fonts/harfbuzz-module.ts';
import { checkIsObject } from './option-names.ts';
import type { Progress, RenderOptions } from './render-options.ts';

const MEMORY_ENDED =
  /allocation failed|out of memory|invalid (array|string|typed array) (buffer )?length|create a string longer/i;

/**
 * Runs `run` with options that allow tracking its stage.
 * @throws RenderError and nothing else. Other errors become `document_too_complex` if the stack or memory is exhausted,
 * otherwise `internal_error` with the current stage.
 */
export async function withTypedErrors<T>(
  options: RenderOptions,
  run: (options: RenderOptions) => Promise<T>,
): Promise<T> {
  checkIsObject(options);
  let stage: Progress['stage'] | null = null;
  const { onProgress } = options;
  const follow = (progress: Progress): void => {
    stage = progress.stage;
    try {
      onProgress?.(progress);
    } catch (error) {
      throw new RenderError('aborted', `onProgress threw: ${messageOf(error)}`, { cause: error, stage });
    }
  };
  // A value that isn't a function is rejected with the other options.
  const followed = onProgress === undefined || typeof onProgress === 'function';
  try {
    return await run(followed ? { ...options, onProgress: follow } : options);
  } catch (error) {
    throw asRenderError(error, stage);
  }
}

function asRenderError(error: unknown, stage: Progress['stage'] | null): RenderError {
  if (error instanceof RenderError) return error.code === 'internal_error' ? internalError(error, stage) : error;
  unwindHarfBuzz();
  const message = messageOf(error);
  if (hasEndedStack(error))
    return new RenderError('document_too_complex', 'The document is nested too deeply.', { cause: error, stage });
  if (MEMORY_ENDED.test(message))
    return new RenderError('document_too_complex', 'The document needs more memory than is available.', {
      cause: error,
      stage,
    });
  return internalError(error, stage);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function internalError(error: unknown, stage: Progress['stage'] | null): RenderError {
  const message = messageOf(error);
  return new RenderError('internal_error', `In stage ${stage ?? 'options'}: ${message}`, { cause: error, stage });
}
