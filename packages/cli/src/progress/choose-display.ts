import type { CommandIo } from '../command-io.ts'
import type { OutputSettings } from '../flags/output-flags.ts'
import { createHeartbeatDisplay, createLiveDisplay, createNoticeDisplay, type ProgressDisplay } from './progress-display.ts'

/** Chooses how progress is shown: a live line on a terminal, a line each ten seconds in CI and pipes, or none when the flags say so. */
export function chooseDisplay({ stderr, env }: CommandIo, { quiet, noProgress }: OutputSettings): ProgressDisplay {
  if (quiet === true) return { update: () => undefined, stop: () => undefined }
  if (noProgress === true) return createNoticeDisplay(stderr)
  const isCi = !['', 'false', '0'].includes(env['CI'] ?? '')
  return stderr.isTTY === true && !isCi && env['TERM'] !== 'dumb' ? createLiveDisplay(stderr) : createHeartbeatDisplay(stderr)
}
