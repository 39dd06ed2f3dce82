import { expect, test } from 'vitest'
import { run } from '../../src/run/api.ts'

const source = `
const body = '{"hello":"world!"}'
const server = require('node:http').createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
}).listen(0, () => console.log('listening on http://localhost:' + server.address().port))
`
const minutes = Number(process.env['TESTS_SOAK_MINUTES'] ?? 10)

test(`${minutes} minutes of load do not grow the generator's memory after the second`, { timeout: (minutes + 2) * 60_000 }, async () => {
  const result = await run({
    target: { command: ['node', '-e', source], ready: { log: String.raw`listening on (?<url>\S+)` } },
    scenarios: { soak: { request: {}, workload: { connections: 100, pipelining: 10, duration: `${minutes}m` } } },
  })
  const settled = result.resources.filter(({ at }) => at > 120)
  const perMinute = slope(settled.map(({ at, generatorRss }) => [at / 60, generatorRss / 1e6]))
  console.log(
    `${result.scenario('soak').counts.outcomes.ok} responses, memory ${perMinute.toFixed(3)} MB a minute, at most ${(result.generator.rss ?? 0) / 1e6} MB`,
  )
  expect(perMinute).toBeLessThan(1)
  expect(result.scenario('soak').counts.started).toBe(result.scenario('soak').counts.outcomes.ok)
})

/** Slope of the least-squares line through points. */
function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
  const above = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  return above / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
}
