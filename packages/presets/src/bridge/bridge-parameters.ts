import type { ValuesOf } from '@benchpress/core/preset'

/** The parameters of the test of a bridge. */
export const bridgeParameters = {
  subscribers: { kind: 'count', says: 'connections that are held, each for its ids', default: 2000, isScaled: true },
  ids: { kind: 'count', says: 'ids of each subscriber', default: 5 },
  rate: { kind: 'rate', says: 'messages per second', default: 4000, isScaled: true, setting: 'rate' },
  maxUsers: { kind: 'count', says: 'senders at a time', default: 2000, isScaled: true, setting: 'maxUsers' },
  duration: { kind: 'time', says: 'how long subscribers hold their connections', default: 310, setting: 'duration' },
  churn: { kind: 'share', says: 'how likely a subscriber closes its connection after an event and opens another, 0 to 1', default: 0.01 },
  resume: { kind: 'switch', says: 'subscribers say by last_event_id what they had when they come back, so that nothing is lost' },
  basePath: { kind: 'path', says: 'the path before /events and /message', default: '', setting: 'path' },
  idFormat: { kind: 'word', words: ['any', 'hex64'], says: '"any", or "hex64": 64 hexadecimal digits', default: 'any' },
  ttl: {
    kind: 'count',
    says: 'seconds for which the bridge keeps a message',
    defaultSays: 'none is sent; 300 with hex64, where it is demanded',
  },
  token: { kind: 'secret', says: 'sent as Authorization: Bearer, and shown nowhere' },
  metricsUrl: { kind: 'url', says: "where the bridge's own counters are, in the Prometheus format", defaultSays: '/metrics of the target' },
  seed: { kind: 'count', says: 'what the ids are made from', setting: 'seed' },
} as const

/** The values of the parameters of the test of a bridge. */
export type BridgeValues = ValuesOf<typeof bridgeParameters>
