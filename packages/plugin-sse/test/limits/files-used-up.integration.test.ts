import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startEvents, startServer } from '../servers/loopback-server.ts'

const script = fileURLToPath(new URL('use-up-files.ts', import.meta.url))

test('subscriptions without a free file are counted with that reason, reported once, and tried again later', async () => {
  const server = await startServer((response) => startEvents(response))
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', 'ulimit -n 80; exec "$0" "$@"', process.execPath, script, server.url])
  await server.close()
  const { opened, refused, reasons } = JSON.parse(stdout) as Record<
    string,
    { count: number; by: { series: { name: string; count: number }[] } }
  >
  expect(opened?.count).toBeGreaterThan(0)
  expect(opened?.count).toBeLessThan(60)
  expect(refused?.count).toBeGreaterThanOrEqual(120)
  expect(reasons).toEqual(['EMFILE: this process may open no more files; raise "ulimit -n", or use fewer users'])
  expect(refused?.by.series.map(({ name }) => name)).toEqual(reasons)
})
