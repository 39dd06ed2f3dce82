import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** Starts `benchpress agent` as a process, until the test ends; resolves with its output once it waits for runs. */
export async function startAgent(args: readonly string[], env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { PATH = '', HOME = '' } = process.env
  const agent = spawn(process.execPath, [main, 'agent', ...args], { env: { PATH, HOME, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(async () => {
    if (agent.exitCode !== null) return
    const exited = once(agent, 'exit')
    agent.kill()
    expect(await exited).toEqual([0, null])
  })
  const lines: string[] = []
  const isWaiting = Promise.withResolvers<void>()
  createInterface(agent.stderr).on('line', (line) => {
    lines.push(line)
    if (line.includes('waiting for runs')) isWaiting.resolve()
  })
  agent.once('exit', () => isWaiting.reject(new Error(lines.join('\n'))))
  await isWaiting.promise
  return lines
}
