import { idOf } from './bridge-ids.mjs'

// Events are passed to a callback rather than kept, as in most journeys.
let events = 0

/**
 * Holds one subscription to several ids until the end of the test.
 *
 * @type {import('@benchpress/core').Journey}
 */
export default async ({ id, env, sse }) => {
  const count = Number(env['ids'])
  const recipients = Array.from({ length: count }, (_, nth) => idOf(id * count + nth))
  const payload = { json: 'message', base64: true }
  const options = { name: 'GET /events', recipients, payload, onEvent: () => void (events += 1) }
  await sse.subscribe(`/events?client_id=${recipients.join(',')}`, options).closed
}
