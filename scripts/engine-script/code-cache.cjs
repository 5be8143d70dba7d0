// Caches the code that V8 compiles from a script in the user's cache folder, because a new process otherwise spends
// most of its time compiling. The first process of an installed version writes the file, and later ones read it. V8
// only accepts code from the same version, flags and processor. The file's name therefore contains V8's own tag of
// these and the hash of the script. The code also contains the script's path, which stack traces show, so that each
// installation has its own files.
const fs = require('node:fs');
const { homedir } = require('node:os');
const { basename, dirname, isAbsolute, join } = require('node:path');
const { cachedDataVersionTag, getHeapCodeStatistics } = require('node:v8');
const { crc32 } = require('node:zlib');

/**
 * The size of the header: 32-bit integers with the checksum of the code, the number of processes that have used it, and
 * the size of all bytecode in the process that wrote it. V8 reads the code after it in place, so it is aligned to 8
 * bytes.
 */
const HEADER_BYTES = 16;
/** The position of the number of processes, which the checksum doesn't cover. */
const PROCESSES_AT = 4;
/**
 * Documents call different functions, and the file only contains functions that have been called. Every third process
 * therefore checks whether it has compiled more. A check takes some milliseconds.
 */
const CHECKED_EVERY = 3;
const MOST_PROCESSES = 64;
/** The size of new bytecode that is worth writing the file again, which takes about 30 ms. */
const WORTHWHILE_BYTES = 64 * 1024;
/** The delay in ms after loading until a process that is still running writes the file. */
const WRITE_AFTER_MS = 2000;
/** The time in ms after which unused files of old versions are deleted. */
const KEPT_FOR_MS = 60 * 24 * 3600 * 1000;
/** The size of all files above which the oldest are deleted. One installation writes up to 30 MB. */
const MOST_BYTES = 128e6;

/**
 * Returns the folder of the files, or null if the user disables it. The environment variable contains a path or `off`.
 */
function cacheFolder() {
  const { PAGEWRIGHT_CODE_CACHE: chosen, XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = process.env;
  if (chosen === 'off') return null;
  if (chosen) return isAbsolute(chosen) ? chosen : null;
  if (process.platform === 'win32') return local ? join(local, 'pagewright', 'cache') : null;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'pagewright');
  // The XDG_CACHE_HOME specification says to ignore relative paths.
  return join(xdg && isAbsolute(xdg) ? xdg : join(homedir(), '.cache'), 'pagewright');
}

/** Returns how the names of all files begin that an installation has written for a script. */
const nameStart = (filename) => `${basename(filename)}-${crc32(filename).toString(16)}-`;

/** Returns the path of a script's cache file, or null if there is no place for it. */
function codeCacheFile({ filename, hash }) {
  const folder = cacheFolder();
  if (folder === null || !isAbsolute(folder)) return null;
  const compiler = `${process.arch}-${cachedDataVersionTag().toString(16)}`;
  return join(folder, `${nameStart(filename)}${hash}-${compiler}.code`);
}

/**
 * Returns what an earlier process has written, or null. V8 runs this code without verification, so a damaged file or
 * one that another user may have written is ignored.
 */
function readCode(file) {
  let fd;
  try {
    fd = fs.openSync(file, 'r');
    const { uid, mode } = fs.fstatSync(fd);
    if (process.getuid && (uid !== process.getuid() || (mode & 0o022) !== 0)) return null;
    const bytes = fs.readFileSync(fd);
    if (bytes.length <= HEADER_BYTES) return null;
    const code = bytes.subarray(HEADER_BYTES);
    if (crc32(code) !== bytes.readUInt32LE(0)) return null;
    return { code, processes: bytes.readUInt32LE(PROCESSES_AT), bytecode: bytes.readUInt32LE(8) };
  } catch {
    return null;
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

let knownBytecode = null;

/** Returns the size of all bytecode in this process. */
const bytecodeSize = () => (knownBytecode ??= getHeapCodeStatistics().bytecode_and_metadata_size);

/** Makes a folder and those above it. Node's own option for that never returns in places such as /proc. */
function makeFolder(folder) {
  if (dirname(folder) === folder || fs.existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it.
    if (!fs.existsSync(folder)) throw error;
  }
}

/** Writes a script's file atomically. `processes` is the number of processes that have used it. */
function writeCode(script, file, code, processes) {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(crc32(code), 0);
  header.writeUInt32LE(processes, PROCESSES_AT);
  header.writeUInt32LE(bytecodeSize(), 8);
  // PERF: loading Node's module of random names takes 5 ms. Nothing is overwritten if the name is taken.
  const temporary = `${file}.${process.pid}-${process.hrtime.bigint()}`;
  try {
    makeFolder(dirname(file));
    fs.writeFileSync(temporary, Buffer.concat([header, code]), { flag: 'wx', mode: 0o600 });
    fs.renameSync(temporary, file);
    deleteUnused(join(file, '..'), script);
  } catch {
    // Without a place to write to or permission, every process compiles for itself.
    fs.rmSync(temporary, { force: true });
  }
}

/** Stores the number of processes in a file. */
function countProcess(file, processes) {
  const fd = fs.openSync(file, 'r+');
  try {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(processes);
    fs.writeSync(fd, bytes, 0, 4, PROCESSES_AT);
  } finally {
    fs.closeSync(fd);
  }
}

/** Returns whether a process that has used some code has compiled much more, if it is its turn to check. */
function hasMore({ processes, bytecode }) {
  return processes % CHECKED_EVERY === 0 && bytecodeSize() > bytecode + WORTHWHILE_BYTES;
}

/** Deletes the files of an earlier build of the script, those that nobody has used for long, and the oldest beyond the limit. */
function deleteUnused(folder, { filename, hash }) {
  const oldest = Date.now() - KEPT_FOR_MS;
  const start = nameStart(filename);
  const isEarlierBuild = (name) => name.startsWith(start) && !name.startsWith(start + hash);
  const files = fs
    .readdirSync(folder)
    .filter((name) => name.includes('.code'))
    .map((name) => ({ name, path: join(folder, name) }))
    .map((file) => ({ ...file, ...fs.statSync(file.path) }))
    .sort((a, b) => b.mtimeMs - a.mtimeMs);
  let bytes = 0;
  for (const { name, path, mtimeMs, size } of files) {
    bytes += size;
    if (mtimeMs < oldest || bytes > MOST_BYTES || isEarlierBuild(name)) fs.rmSync(path, { force: true });
  }
}

/** Calls `write` when the process ends, or once it has run for a while. */
function whenWarm(write) {
  const once = () => {
    clearTimeout(timer);
    process.removeListener('exit', once);
    try {
      write();
    } catch {
      // A process that has done its work must not fail because of this cache.
    }
  };
  const timer = setTimeout(once, WRITE_AFTER_MS);
  timer.unref();
  process.once('exit', once);
}

/**
 * Compiles a script with the code cached by an earlier process, and caches the code of this one. `source` has the
 * script's path and hash. `compile` takes that code or undefined, and returns a `vm.Script`.
 */
function compileWithCache(source, compile) {
  let file = null;
  try {
    file = codeCacheFile(source);
  } catch {
    // Other runtimes have no such compiler tag, and systems may not define a home folder.
  }
  if (file === null) return compile(undefined);
  const kept = readCode(file);
  const script = compile(kept?.code);
  const isUsed = kept !== null && !script.cachedDataRejected;
  // Without the code, which would stay in memory until the process ends.
  const used = isUsed ? { processes: kept.processes, bytecode: kept.bytecode } : null;
  const processes = used === null ? 0 : used.processes + 1;
  if (processes <= MOST_PROCESSES && typeof script.createCachedData === 'function')
    whenWarm(() => {
      if (codeCacheFile(source) !== file) return;
      if (used === null || hasMore(used)) writeCode(source, file, script.createCachedData(), processes);
      else countProcess(file, processes);
    });
  return script;
}

module.exports = { compileWithCache };
