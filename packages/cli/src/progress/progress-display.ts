import { describeProgress } from '@benchpress/report/progress'
import { choosePalette, printLines } from '../print-lines.ts'
import type { CommandIo, Output } from '../command-io.ts'
import type { OutputSettings } from '../flags/output-flags.ts'
import { LiveDisplay } from './live-display.ts'
import { createNoticeFilter, type ProgressDisplay } from './notices.ts'

/**
 * Prints a line each ten seconds, for logs that are no terminal; a notice is printed at once, and only once.
 *
 * @param now milliseconds of a clock that only goes forward
 * @param gap milliseconds between two lines of progress; infinite for notices alone
 */
export function createHeartbeatDisplay(stream: Output, now: () => number = () => performance.now(), gap: number = 10_000): ProgressDisplay {
  let printed = now()
  const newNotice = createNoticeFilter(stream)
  return {
    update: (progress) => {
      const notice = newNotice(progress)
      if (notice !== undefined) stream.write(notice)
      if (progress.message !== undefined || now() - printed < gap) return
      printed = now()
      stream.write(`${describeProgress(progress)}\n`)
    },
    print: (line) => printLines(stream, [line]),
    stop: () => undefined,
  }
}

/** Chooses how progress is shown: live on a terminal, a line each ten seconds in CI and pipes, or none when the flags say so. */
export function chooseDisplay({ stderr, env, signal }: CommandIo, { quiet, noProgress, noColor }: OutputSettings): ProgressDisplay {
  if (quiet === true) return { update: () => undefined, print: (line) => printLines(stderr, [line]), stop: () => undefined }
  if (noProgress === true) return createHeartbeatDisplay(stderr, undefined, Infinity)
  const isCi = !['', 'false', '0'].includes(env['CI'] ?? '')
  const isLive = stderr.isTTY === true && !isCi && env['TERM'] !== 'dumb'
  if (!isLive) return createHeartbeatDisplay(stderr)
  return new LiveDisplay(stderr, { palette: choosePalette(stderr, env, noColor === true), signal })
}
