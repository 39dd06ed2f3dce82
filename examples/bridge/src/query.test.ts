import { expect, test } from 'vitest'
import { readQuery } from './query.ts'

test('reads the known parameters in any order', () => {
  expect(readQuery('/message?topic=x&to=b&client_id=a&ttl=5')).toMatchObject({ clientId: 'a', to: 'b', ttl: '5', lastEventId: undefined })
  expect(readQuery('/events?client_id=a,b&last_event_id=1-0&heartbeat=message&trace_id=t')).toMatchObject({
    clientId: 'a,b',
    lastEventId: '1-0',
    heartbeat: 'message',
    traceId: 't',
  })
})

test.each([
  ['/events', undefined],
  ['/events?', undefined],
  ['/events?client_id', ''],
  ['/events?client_id=', ''],
  ['/events?&&client_id=a&', 'a'],
  ['/events?client_id=a=b', 'a=b'],
  ['/events?client_id=a%2Cb+c%C3%A4', 'a,b cä'],
  ['/events?client_id=%zz%ff', '%zz\ufffd'],
  ['/events?constructor=1&client_ids=2', undefined],
])('reads the id of %j as %j', (url, id) => {
  expect(readQuery(url).clientId).toBe(id)
})

test('names a parameter that occurs twice', () => {
  expect(readQuery('/message?to=a&ttl=1&to=b')).toMatchObject({ to: 'a', repeated: 'to' })
  expect(readQuery('/message?topic=a&topic=b').repeated).toBeUndefined()
})
