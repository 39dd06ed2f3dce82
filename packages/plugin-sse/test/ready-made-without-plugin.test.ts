import { planSuite } from '@benchpress/core'
import { sse } from '@benchpress/plugin-sse'
import { expect, test } from 'vitest'

test.each([
  ['subscribe', sse.subscribe({ path: '/events' })],
  ['publish', sse.publish({ path: '/message', body: '{stamp}', recipients: { count: 1 } })],
])('the ready-made journey %s is refused without the plugin, before anything is sent', async (_name, journey) => {
  const of = (plugins: readonly ReturnType<typeof sse>[]): Promise<unknown> =>
    planSuite({
      name: 'x',
      tests: [{ target: 'http://localhost:1', plugins, scenarios: { events: { journey, workload: { users: 1 } } } }],
    }).then(
      () => 'planned',
      (error: unknown) => error,
    )
  expect(await of([])).toMatchObject({
    issues: [{ path: 'scenarios.events.journey', message: 'there is no plugin "sse" in the config' }],
  })
  expect(await of([sse()])).toBe('planned')
})
