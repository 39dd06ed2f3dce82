import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hasRedis, startRedis } from '../../machines/test/brokers.ts'
import { readRedis } from '../../machines/test/read-all.ts'
import { call } from './captured-io.ts'
import { startAgent } from './start-agent.ts'
import { startServer } from './start-server.ts'

test.skipIf(!hasRedis)('code that was altered in the broker is refused by each agent, and nothing is sent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'benchpress-tampered-'))
  const redis = await startRedis()
  const admin = readRedis(redis.adminUrl)
  let asked = 0
  const server = await startServer(({ url }, response) => {
    if (url !== '/') asked += 1
    response.end('ok')
  })
  onTestFinished(async () => {
    await server.close()
    admin.close()
    await redis.stop()
    await rm(folder, { recursive: true })
  })
  await writeFile(join(folder, 'buy.journey.ts'), `export default async ({ http }) => { await http.get('/buy') }`)
  const scenarios = { buy: { journey: './buy.journey.ts', workload: { users: 2, iterations: { each: 5 } } } }
  await writeFile(join(folder, 'benchpress.config.json'), JSON.stringify({ target: server.url, scenarios }))
  const { stdout } = await call(['machines', 'key', 'starter.pem'], { cwd: folder })
  const agent = async (name: string) => await startAgent([redis.url, '--trust', stdout.trim(), '--name', name], {})
  const first = await agent('one')
  const run = call(['run', '--machines', redis.url, '--agents', '2', '--signing-key', 'starter.pem', '--quiet'], { cwd: folder })
  // The code waits there for the second agent.
  await expect.poll(() => admin.alterCode()).toBe(1)
  const second = await agent('two')
  const { code, stdout: printed, stderr } = await run
  expect(code).not.toBe(0)
  const why = 'the archive of the run is refused: its content is not what the order says'
  expect(`${printed}${stderr}`).toContain(why)
  await expect.poll(() => [first, second].map((lines) => lines.some((line) => line.includes(why)))).toEqual([true, true])
  expect(asked).toBe(0)
})
