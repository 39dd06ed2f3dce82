import type { Command } from 'commander'
import { setTimeout as sleep } from 'node:timers/promises'
import { exitCodes, type CommandContext } from '../command-io.ts'

/** Adds `benchpress doctor`, which says what this machine allows and what would disturb a test. */
export function addDoctorCommand(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description('say how many connections this machine can open, and what would disturb a test')
    .option('--no-color', 'no colours (also by NO_COLOR)')
    .action(async ({ color }: { readonly color: boolean }) => context.finish(await examine(color, context)))
}

async function examine(color: boolean, { io }: CommandContext): Promise<number> {
  const { captureEnvironment, readMachineLimits, watchMachine } = await import('@benchpress/core/machine')
  const { examineMachine, watchedSeconds } = await import('@benchpress/report/machine')
  const { choosePalette } = await import('../choose-style.ts')
  const { wrapText } = await import('../print-lines.ts')
  const palette = choosePalette(io.stdout, io.env, !color)
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
