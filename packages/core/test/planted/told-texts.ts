import { PassThrough } from 'node:stream'
import { isBenchpressError, BenchpressError, messageOf } from '../../src/base/errors/benchpress-error.ts'
import { redactConfig } from '../../src/base/redact/redact-config.ts'
import { showValue } from '../../src/base/redact/cut-text.ts'
import { hideSecrets } from '../../src/base/redact/secrets.ts'
import { resolveConfig } from '../../src/config/resolve-config.ts'
import { failureReason } from '../../src/load/user/failure.ts'
import { StrayErrorCounter } from '../../src/load/worker/stray-errors.ts'
import { BodyExcerpt } from '../../src/load/http/body-check.ts'
import { endpointName } from '../../src/load/http/request-config.ts'
import { ErrorRecorder, type FailureExample } from '../../src/measure/recorder/error-recorder.ts'
import { OwnMetric } from '../../src/measure/recorder/own-metric.ts'
import { outcomeIndex } from '../../src/model/metrics/outcome.ts'
import { idleProgress, ProgressListener, type Progress } from '../../src/run/progress.ts'
import { OutputTail } from '../../src/target/command-process.ts'
import { minimal, withJourney, withRequest, withWorkload } from '../config-fixture.ts'

/** What a load thread records of a text: the reason of a failure, the example of a failure, the tag of a metric, an error outside of iterations. */
export function recordedTexts(text: string): {
  readonly reason: string
  readonly tag: string
  readonly stray: string
  readonly example: Pick<FailureExample, 'request' | 'expected' | 'received'>
} {
  const errors = new ErrorRecorder()
  const body = new BodyExcerpt()
  body.start()
  const bytes = Buffer.from(text)
  body.push(bytes, 0, bytes.length)
  const example = { request: `GET /${text}`, status: 500, expected: `the body ${text}`, received: body.text(), isCut: body.isCut }
  const endpoint = endpointName({ method: 'GET', path: `/${text}` })
  errors.count(outcomeIndex.check_failed, { reason: failureReason(new Error(text)), endpoint, source: { example: () => example } }, 1)
  const metric = new OwnMetric('kinds', { type: 'counter', by: 'kind' })
  metric.begin(0)
  metric.record(1, 1, text)
  const strays = new StrayErrorCounter()
  strays.thrown(new Error(text))
  const [error] = errors.take()
  const [recorded] = metric.take()
  const [kept] = error?.examples ?? []
  if (error === undefined || recorded?.tag === undefined || kept === undefined) throw new Error('a text was not recorded')
  return { reason: error.reason, tag: recorded.tag, stray: strays.take()?.told.join() ?? '', example: kept }
}

/** The last lines of a target that prints a text in pieces of these lengths. */
export function printedLines(text: string, lengths: readonly number[]): string {
  const tail = new OutputTail()
  const stream = new PassThrough()
  tail.read(stream)
  let rest = text
  for (const length of lengths) {
    stream.emit('data', rest.slice(0, length))
    rest = rest.slice(length)
  }
  stream.emit('data', rest)
  return tail.lines().join('\n')
}

type Mistake = (text: string) => unknown

const mistakes: readonly Mistake[] = [
  (text) => ({ ...minimal, [text]: 1 }),
  (text) => ({ ...minimal, target: text }),
  (text) => ({ ...minimal, target: { url: 'http://localhost', [text]: 1 } }),
  (text) => ({ ...minimal, target: { command: text, ready: { log: text } } }),
  (text) => ({ ...minimal, scenarios: { [text]: 1 } }),
  (text) => ({ ...minimal, metrics: { [text]: { type: text } } }),
  (text) => ({ ...minimal, metrics: { a: { type: 'counter', unit: 5, description: 5, by: text } } }),
  (text) => ({ ...minimal, thresholds: { [text]: [text] } }),
  (text) => ({ ...minimal, thresholds: { http_failed: [text] } }),
  (text) => ({ ...minimal, trustedOrigins: [text], timeout: text, connectTimeout: text, workers: text, timing: text, seed: text }),
  (text) => ({ ...minimal, env: { [text]: 5 }, secrets: { [text]: text } }),
  (text) => ({ ...minimal, plugins: [text] }),
  (text) => ({ ...minimal, unixSocket: `http://${text}`, tls: { cert: text, key: text, ca: text, ciphers: text, minVersion: text } }),
  (text) => withRequest({ path: text }),
  (text) => withRequest({ method: text, headers: { [text]: text } }),
  (text) => withRequest({ headers: { authorization: 5, [`x-${text}`]: `${text}\n` } }),
  (text) => withRequest({ path: '/', expect: { status: text, body: 5, [text]: 1 } }),
  (text) => withRequest({ form: { [text]: { type: text, value: text } } }),
  (text) => withWorkload({ connections: text, duration: text }),
  (text) => withWorkload({ rate: text, duration: '1s', [text]: 1 }),
  (text) => withWorkload({ stages: { of: text, from: text, steps: [{ duration: text, to: text }] } }),
  (text) => withJourney(text),
  (text) => withJourney({ module: text, export: text, options: { [text]: text } }),
]

/** The number of mistakes that a config can have. */
export const mistakeCount: number = mistakes.length

/** What is said of a config with a text in the wrong place. */
export function toldOfMistake(text: string, mistake: number): BenchpressError | undefined {
  try {
    resolveConfig(mistakes[mistake]?.(text))
    return undefined
  } catch (error) {
    if (isBenchpressError(error)) return error
    throw error
  }
}

/** Other texts that core makes of one. */
export function otherTexts(text: string): readonly string[] {
  const cause = new Error(text)
  const error = new BenchpressError('SETUP_FAILED', `beforeAll failed: ${messageOf(cause)}; ${text}`, { hint: text, cause })
  const config = { ...minimal, name: text, [text]: [text], scenarios: { [text]: { request: { path: text, headers: { accept: text } } } } }
  return [
    showValue(text),
    messageOf(cause),
    error.message,
    error.hint ?? '',
    String(error.cause instanceof Error ? error.cause.stack : error.cause),
    JSON.stringify(redactConfig(config)),
  ]
}

/** The progress of a run with a text in its names and in a message, as listeners receive it. */
export function toldProgress(text: string): Progress {
  let heard: Progress | undefined
  const { listeners } = new ProgressListener({ onProgress: (progress) => (heard = progress) }, () => {
    throw new Error('there is no checkpoint')
  })
  const names = { test: text, point: `users=${text}`, variant: text, repeat: 1, repeats: 1 }
  listeners.onProgress?.(idleProgress(names, 'setup', hideSecrets(`teardown: ${messageOf(new Error(text))}`)))
  if (heard === undefined) throw new Error('no progress was heard')
  return heard
}
