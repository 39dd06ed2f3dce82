import type { Progress } from '@benchpress/core'
import { createLogUpdate } from 'log-update'
import type { CommandIo, Output } from '../command-io.ts'
import type { OutputSettings } from '../flags/output-flags.ts'
import { printable } from '@benchpress/report/texts'
import { describeProgress, shareDone } from './describe-progress.ts'

/** Shows progress until it is stopped; then no line is left that the report would overwrite. */
export interface ProgressDisplay {
  update(progress: Progress): void
  stop(): void
}

const barWidth = 20

/** Shows one line on a terminal, which each update replaces; what the reader should know stays above it, once. */
function createLiveDisplay(stream: Output): ProgressDisplay {
  const line = createLogUpdate(stream)
  const newNotice = createNoticeFilter()
  return {
    update: (progress) => {
      const notice = newNotice(progress)
      if (notice !== undefined) {
        line.clear()
        stream.write(notice)
      }
      const share = shareDone(progress)
      line(`${share === undefined ? '' : `${bar(share)} `}${describeProgress(progress)}`)
    },
    stop: () => {
      line.clear()
      line.done()
    },
  }
}

/**
 * Prints a line each ten seconds, for logs that are no terminal; what the reader should know is printed at once, and once.
 *
 * @param now milliseconds of a clock that only goes forward
 */
export function createHeartbeatDisplay(stream: Output, now: () => number = () => performance.now()): ProgressDisplay {
  let printed = now()
  const notices = createNoticeDisplay(stream)
  return {
    update: (progress) => {
      notices.update(progress)
      if (now() - printed < 10_000) return
      printed = now()
      stream.write(`${describeProgress(progress)}\n`)
    },
    stop: () => undefined,
  }
}

/** Shows no progress, only what the reader should know, once. */
function createNoticeDisplay(stream: Output): ProgressDisplay {
  const newNotice = createNoticeFilter()
  return {
    update: (progress) => {
      const notice = newNotice(progress)
      if (notice !== undefined) stream.write(notice)
    },
    stop: () => undefined,
  }
}

function createNoticeFilter(): (progress: Progress) => string | undefined {
  const shown = new Set<string>()
  return ({ message }) => {
    if (message === undefined || shown.has(message)) return undefined
    shown.add(message)
    return `benchpress: ${printable(message)}\n`
  }
}

function bar(share: number): string {
  const done = Math.round(share * barWidth)
  return `${'█'.repeat(done)}${'░'.repeat(barWidth - done)}`
}

/** Chooses how progress is shown: a live line on a terminal, a line each ten seconds in CI and pipes, or none when the flags say so. */
export function chooseDisplay({ stderr, env }: CommandIo, { quiet, noProgress }: OutputSettings): ProgressDisplay {
  if (quiet === true) return { update: () => undefined, stop: () => undefined }
  if (noProgress === true) return createNoticeDisplay(stderr)
  const isCi = !['', 'false', '0'].includes(env['CI'] ?? '')
  return stderr.isTTY === true && !isCi && env['TERM'] !== 'dumb' ? createLiveDisplay(stderr) : createHeartbeatDisplay(stderr)
}
