import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { startRedis } from '../brokers.ts'
import { Fleet } from '../fleet.ts'
import { figuresOf, type ScaleSample } from '../scale/scale-sample.ts'

const seconds = Number(process.env['TESTS_SCALE_SECONDS'] ?? 600)
const generators = Number(process.env['TESTS_SCALE_AGENTS'] ?? 200)
const size = { generators, endpoints: 200, requests: 1000, messages: 200 }
/** Limits in megabytes, and in milliseconds of CPU per second. */
const most = { rss: 500, broker: 250, merging: 100 }

test(
  `${generators} agents of full size take a starter less than ${most.merging} ms a second and ${most.rss} MB, for ${seconds} s`,
  { timeout: (seconds + 300) * 1000 },
  async () => {
    // With the defaults of Redis, as its data is of this run only and need not survive a restart.
    const redis = await startRedis(['--appendonly', 'no'])
    const fleet = await Fleet.start(redis)
    const admin = new Redis(redis.adminUrl)
    const children: ChildProcess[] = []
    onTestFinished(async () => {
      for (const child of children) child.kill('SIGKILL')
      admin.disconnect()
      await fleet.stop()
    })
    const start = (entry: string, args: readonly string[]): ChildProcess => {
      const child = spawn(process.execPath, [join(import.meta.dirname, '../scale', entry), ...args], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      children.push(child)
      return child
    }
    const agents = start('agents-entry.ts', [redis.url, fleet.trusted, String(seconds), JSON.stringify(size)])
    const starter = start('starter-entry.ts', [redis.url, fleet.key, fleet.target, String(generators), String(seconds)])
    const lines: string[] = []
    const memory: number[] = []
    if (starter.stdout === null) throw new Error('it writes')
    createInterface(starter.stdout).on('line', (line) => {
      lines.push(line)
      void usedMemory(admin).then((used) => memory.push(used))
      // The last line summarises the whole run.
      const latest = lines.slice(-30).map((each) => JSON.parse(each) as ScaleSample)
      if (lines.length % 30 === 0 && latest.at(-1)?.at !== undefined) console.log(draw(latest, memory.at(-1) ?? NaN))
    })
    await Promise.all([once(starter, 'exit'), once(agents, 'exit')])
    const samples = lines.slice(0, -1).map((line) => JSON.parse(line) as ScaleSample)
    const whole = JSON.parse(lines.at(-1) ?? '{}') as { readonly started?: number; readonly ok?: number; readonly lost?: readonly string[] }
    const figures = figuresOf(samples)
    console.log(`${draw(samples, Math.max(...memory))}; ${JSON.stringify(figures)}`)
    expect(whole).toEqual({ started: generators * seconds * size.requests, ok: generators * seconds * size.requests, lost: [] })
    expect(figures.merging.mean).toBeLessThan(most.merging)
    expect(figures.rss.max).toBeLessThan(most.rss)
    // Memory is flat: its growth stays below a tenth of the limit within the run.
    expect(figures.rss.perMinute * (seconds / 60)).toBeLessThan(most.rss / 10)
    expect(Math.max(...memory)).toBeLessThan(most.broker)
    expect(await redis.left()).toEqual([])
  },
)

async function usedMemory(redis: Redis): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]) / 1e6
}

function draw(samples: readonly ScaleSample[], broker: number): string {
  const { merging, cpu, rss } = figuresOf(samples)
  const { at = 0, heap = 0, buffers = 0 } = samples.at(-1) ?? {}
  return `${at.toFixed(0)} s: merging ${merging.mean.toFixed(0)} ms a second (most ${merging.max.toFixed(0)}), CPU ${cpu.mean.toFixed(0)} ms a second, RSS ${rss.max.toFixed(0)} MB (heap ${heap.toFixed(0)}, buffers ${buffers.toFixed(0)}), broker ${broker.toFixed(0)} MB`
}
