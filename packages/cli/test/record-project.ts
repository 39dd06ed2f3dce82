/**
 * The files of a project whose results are recorded, by their names: configs of every kind, with what they load.
 *
 * @param shop URL of the target
 */
export function projectFiles(shop: string): Readonly<Record<string, string>> {
  return {
    'buy.journey.ts': `import { journey, path } from '@benchpress/core'

export default journey(async ({ http, random, think, check, group }) => {
  const items = await http.get('/items')
  const item = random.pick(items.json<readonly { readonly id: string; readonly price: number }[]>())
  await think('20ms', '60ms')
  await group('order', async () => {
    await http.get(path\`/items/\${item.id}\`)
    const order = await http.post(path\`/items/\${item.id}/orders\`, { json: { amount: 2 }, expect: { status: 201 } })
    check('the total is right', order.json<{ total: number }>().total === 2 * item.price)
  })
  const me = await http.get('/me')
  check('is logged in', me.status === 200)
  if (random.next() < 0.1) throw new Error('the basket | is \`empty\`')
})
`,
    'browse.journey.ts': `import { journey } from '@benchpress/core'

export default journey(async ({ http, think }) => {
  await http.get('/items')
  await think('40ms')
})
`,
    'journeys.config.ts': config(`{
  name: 'shop',
  target: '${shop}',
  seed: 7,
  scenarios: {
    shoppers: { journeys: { buy: { journey: './buy.journey.ts', weight: 2 }, browse: { journey: './browse.journey.ts' } }, workload: { users: 5, duration: '2s', warmup: '300ms' } },
    reads: {
      request: [{ path: '/items' }, { path: '/nothing' }],
      workload: { stages: { of: 'rate', from: '20/s', steps: [{ duration: '1s', to: '60/s' }, { duration: '1s', to: '60/s' }] } },
      startAfter: '200ms',
    },
  },
  thresholds: { http_response_time: ['p99 < 10us', 'p50 < 10s', 'p99.9 < 10s'], http_failed: 'rate < 99%', checks: 'rate > 99%' },
}`),
    'messages.config.ts': config(
      `{
  name: 'messages',
  target: '${shop}',
  seed: 7,
  plugins: [sse()],
  scenarios: {
    subscribers: {
      journey: sse.subscribe({ path: '/events?for={recipients}', recipients: { count: 2, name: 'customer-{index}' }, payload: { json: 'text' }, heartbeat: { type: 'heartbeat' }, dataless: true }),
      workload: { users: 10, duration: '5s', gracefulStop: '1s' },
    },
    publishers: {
      journey: sse.publish({ path: '/messages?to={to}', body: '{"from":"{from}","text":"Hello {stamp}"}', recipients: { count: 20, name: 'customer-{index}' } }),
      workload: { rate: '50/s', duration: '2s' },
      startAfter: '500ms',
    },
  },
}`,
      'sse',
    ),
    'lobby.config.ts': config(
      `{
  name: 'lobby',
  target: '${shop}',
  seed: 7,
  plugins: [socketio()],
  scenarios: {
    askers: { journey: socketio.echo({ event: 'echo', payload: { text: 'Hello {user}' }, pause: '100ms' }), workload: { users: 5, duration: '5s' } },
    audience: { journey: socketio.hold({ join: [{ event: 'join', payload: 'lobby' }], messages: ['said'] }), workload: { users: 10, duration: '5s', gracefulStop: '1s' } },
    speakers: { journey: socketio.broadcast({ event: 'say', payload: { text: 'Hello all {stamp}' }, expected: 10 }), workload: { rate: '5/s', duration: '2s' }, startAfter: '500ms' },
  },
}`,
      'socketio',
    ),
    'variants.config.ts': config(`{
  name: 'variants',
  variants: { long: '${shop}', short: '${shop.replace('localhost', '127.0.0.1')}', away: 'http://127.0.0.1:1' },
  repeats: 2,
  tests: [{ name: 'reads', seed: 7, scenarios: { items: { request: { path: '/items' }, workload: { connections: 5, duration: '500ms' } } } }],
}`),
    'sweep.config.ts': config(`{
  name: 'browsing',
  repeats: 2,
  tests: [
    {
      name: 'browsing',
      target: '${shop}',
      seed: 7,
      scenarios: { visitors: { journey: './browse.journey.ts', workload: { users: 1, duration: '600ms' } } },
      sweep: { users: [2, 4, 8] },
    },
  ],
}`),
  }
}

function config(text: string, plugin?: 'sse' | 'socketio'): string {
  return `${plugin === undefined ? '' : `import { ${plugin} } from '@benchpress/plugin-${plugin}'\n\n`}export default ${text}\n`
}
