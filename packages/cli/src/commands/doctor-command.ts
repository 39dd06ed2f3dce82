import { setTimeout as sleep } from 'node:timers/promises'
import { captureEnvironment, readMachineLimits, watchMachine } from '@benchpress/core/machines'
import { examineMachine, watchedSeconds } from '@benchpress/report'
import type { CommandOptions } from '../add-command.ts'
import { choosePalette, wrapText } from '../print-lines.ts'
import { exitCodes, type CommandContext } from '../command-io.ts'

/** Prints the limits of this machine and what would disturb a test, for `benchpress doctor`. */
export async function doctorCommand(_argument: undefined, { color }: CommandOptions, { io }: CommandContext): Promise<number> {
  const palette = choosePalette(io.stdout, io.env, color === false)
  const paint = { ok: palette.good, warn: palette.warning, fail: palette.bad }
  const environment = await captureEnvironment()
  const disturbanceSince = watchMachine()
  await sleep(watchedSeconds * 1000)
  const findings = examineMachine({ environment, limits: readMachineLimits(), disturbance: disturbanceSince() })
  const margin = ' '.repeat(6)
  for (const { level, text, advice } of findings) {
    const lines = [text, ...(advice === undefined ? [] : [advice])].map((line) => wrapText(`${margin}${line}`, io.stdout))
    io.stdout.write(`${lines.join('\n')}\n`.replace(margin, `${paint[level](level.padEnd(4))}  `))
  }
  return findings.some(({ level }) => level === 'fail') ? exitCodes.internal : exitCodes.ok
}
