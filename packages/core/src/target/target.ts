import { BenchpressError } from '../base/errors/benchpress-error.ts'
import { redactText } from '../base/redact/redact-text.ts'

/** The sign that a started command is ready: a URL, or each of several, responds, a port is open, or a line was printed. */
export type Ready =
  | string
  | readonly string[]
  | { readonly port: number }
  /** A regular expression that is tried on each line of the command's output. A named group `url` is the URL of the target. */
  | { readonly log: string }

/**
 * Several servers that share the load: connections are dealt out to them, and each iteration of users goes to the next of them.
 *
 * So of connections, a server that responds twice as fast gets twice as many requests. A server that is down stays in the test, because the clients of a
 * system may have no health check.
 */
export interface Servers {
  /** URLs of the servers, all with the same scheme. */
  readonly servers: readonly string[]
  /**
   * Path that is requested from each server before the test: a server that does not respond with 200 takes no part. Default: a server that takes a
   * connection takes part.
   */
  readonly health?: string
  /** A response that a server must also have to take part. */
  readonly requires?: RequiredResponse
}

/** A path that must respond with 200, and, if a text is given, with this text in its body. */
export interface RequiredResponse {
  readonly path: string
  readonly contains?: string
}

/** A target that is started for the test and stopped after it. */
export interface CommandTarget extends Partial<Servers> {
  /** The command and its arguments; a string is split at spaces and quotes, and never given to a shell. `node` is the running Node.js. */
  readonly command: string | readonly string[]
  /** When the command is ready. Default: the first response at `url`, whatever its status; with several servers the first response of each. */
  readonly ready?: Ready
  /** URL that requests are sent to, unless there are `servers`. Default: the origin of `ready`. */
  readonly url?: string
  readonly cwd?: string
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** Time until the command must be ready. Default `30s`. */
  readonly startTimeout?: string | number
  /** Time from SIGTERM to SIGKILL when the command is stopped. Default `5s`. */
  readonly stopTimeout?: string | number
}

/** A running server inside this process. */
export interface RunningServer {
  readonly url: string
  close(): Promise<void> | void
}

/** A target inside this process, started for the test and closed after it. */
export interface ServerTarget {
  readonly server: () => Promise<RunningServer> | RunningServer
}

/** A target that is already running. */
export interface UrlTarget {
  readonly url: string
}

/** The system under test. A string is the URL of a running system. */
export type TargetConfig = string | UrlTarget | Servers | CommandTarget | ServerTarget

/** Several servers with every default filled in. */
export interface ResolvedServers {
  /** The URLs of the servers, at least one, without duplicates. */
  readonly urls: readonly string[]
  readonly health: string | undefined
  readonly requires: RequiredResponse | undefined
}

/** A target with every default filled in. Times in microseconds. */
export type ResolvedTarget =
  /** A running target; `url` is that of the first server when there are several. */
  | { readonly kind: 'url'; readonly url: string; readonly servers?: ResolvedServers }
  | { readonly kind: 'server'; readonly server: ServerTarget['server'] }
  | {
      readonly kind: 'command'
      readonly command: readonly string[]
      readonly ready: Ready
      readonly url: string | undefined
      readonly servers?: ResolvedServers
      readonly cwd: string
      readonly env: Readonly<Record<string, string>>
      readonly startTimeout: number
      readonly stopTimeout: number
    }

/** How a command ended. */
export interface TargetExit {
  /** How the command ended, such as `exited with code 1` or `was killed by SIGKILL`. */
  readonly reason: string
  /** The last lines that the command printed, at most 20. */
  readonly output: readonly string[]
}

/** A target that responds, until it is stopped. */
export interface RunningTarget {
  readonly kind: 'url' | 'command' | 'server'
  /** URL that requests are sent to: the origin, and the path of the target if it has one. */
  readonly url: string
  /** The command as configured, split into words; `null` when nothing was started. */
  readonly command: readonly string[] | null
  /** Process id of the root of the process tree, which leads its group; `null` when no process was started. */
  readonly pid: number | null
  /** Messages for the user, such as that a target of an earlier run is still running. */
  readonly notices: readonly string[]
  /** Settles when a started command ends by itself; never for another kind of target, and never because of `stop()`. */
  readonly exited: Promise<TargetExit>
  /** Ends the target with all of its processes; may be called again. */
  stop(): Promise<void>
}

/** Options of `startTarget`. */
export interface StartTargetOptions {
  /** Cancels the start, and stops what was started. */
  readonly signal?: AbortSignal | undefined
  /** Folder of pid files. Default: `benchpress-<uid>` in the system's temporary directory. */
  readonly stateDirectory?: string | undefined
  /** Path of the Unix socket that requests are sent to, instead of host and port of the URL. */
  readonly unixSocket?: string | undefined
}

/** The servers of a target with several; `undefined` for one server. */
export function serversOf(target: ResolvedTarget): ResolvedServers | undefined {
  return target.kind === 'server' ? undefined : target.servers
}

// A quoted piece, an escaped character, or plain text. A backslash escapes only quotes, spaces and backslashes where these have a meaning, so that
// Windows paths can be written as they are.
const piece = /(\s+)|'([^']*)'|"((?:\\["\\]|[^"])*)"|\\([\s"'\\])|([^\s"'\\]+|\\)|(["'])/gy

/**
 * Splits a command line into the command and its arguments, at spaces outside of quotes; nothing is expanded.
 *
 * In double quotes `\"` and `\\` stand for the second character, single quotes keep everything, and an empty pair is an empty argument.
 *
 * @throws BenchpressError `INVALID_CONFIG` for a quote that is never closed, and for an operator outside of quotes that only a shell understands, such as `&&`
 */
export function splitCommand(text: string): string[] {
  const words: string[] = []
  // Quoted parts are a letter in the bare text, in which a shell finds its operators.
  let word: { text: string; bare: string } | undefined
  const end = (): void => {
    if (word === undefined) return
    const operator = shellOperator(word.bare, words.length)
    if (operator !== undefined)
      throw refused(`${operator}, and commands go through no shell`, text, "use sh -c '...', or put it in quotes if the program takes it")
    words.push(word.text)
    word = undefined
  }
  for (const [, space, single, double, escaped, plain, unclosed] of text.matchAll(piece)) {
    if (unclosed !== undefined) throw refused(`a ${unclosed} that is never closed`, text, 'close it')
    if (space === undefined) {
      const quoted = single ?? double?.replaceAll(/\\(["\\])/g, '$1') ?? escaped
      const before = word ?? { text: '', bare: '' }
      word = { text: `${before.text}${quoted ?? plain}`, bare: `${before.bare}${quoted === undefined ? plain : 'q'}` }
    } else end()
  }
  end()
  return words
}

function refused(what: string, text: string, hint: string): BenchpressError {
  return new BenchpressError('INVALID_CONFIG', `the command has ${what}: ${redactText(text)}`, { hint })
}

// No program takes these for what was meant, and its own message would not say why: echo prints them, npm shows its help. The rest of a word can be a part of
// a secret, which is replaced in whole texts only.
function shellOperator(bare: string, index: number): string | undefined {
  if (bare === 'cd' && index === 0) return bare
  return /^(?:&&?|\|\|?|<)$|^&?\d?>>?|;$/.exec(bare)?.[0]
}
