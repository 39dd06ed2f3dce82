import type { NestjsTestName } from '../nestjs-tests.ts'

/** A documented figure on one core and on many; `null` where the document has none. */
export type DocumentedPair = readonly [single: number | null, multi: number | null]

/** The published figures of one test. Times in milliseconds, shares from 0 to 1. */
export interface DocumentedTest {
  readonly name: NestjsTestName
  /** Figures by the names of the measured ones. */
  readonly figures: Readonly<Record<string, DocumentedPair>>
  /** Mean and p99 of endpoints. */
  readonly endpoints: readonly { readonly name: string; readonly mean: DocumentedPair; readonly p99: DocumentedPair }[]
  /** The figures that are wrong by the raw data of the same runs, and why. */
  readonly corrections: readonly string[]
}

/** The published figures of each test. */
export const documentedNestjs: readonly DocumentedTest[] = [
  {
    name: 'load',
    figures: { created: [3145, 3145], completed: [1918, 1832], failed: [1227, 1313] },
    endpoints: [
      { name: 'GET /api/auctions', mean: [1, 1], p99: [5, 2] },
      { name: 'GET /api/auctions/{id}', mean: [0.7, 0.9], p99: [4, 2] },
      { name: 'POST /api/auctions/{id}/bid', mean: [3.1, 2.9], p99: [15, 6] },
      { name: 'GET /api/auctions/{id}/leaderboard', mean: [2.6, 2.6], p99: [10.9, 6] },
      { name: 'GET /api/users/balance', mean: [0.8, 0.9], p99: [4, 2] },
      { name: 'POST /api/users/deposit', mean: [2.1, 2.2], p99: [8.9, 5] },
    ],
    corrections: [
      'Every documented deposit was refused with 409 (2,816 of 2,816 on one core, 2,853 of 2,853 on twelve): its times are those of a refusal.',
      'No documented bid was accepted, because the auction had not been started and nobody had money: the responses have status 201, and success: false in their body.',
      'All documented failures, 1,227 on one core and 1,313 on twelve, are one fault of the script, which looked for the highest bid in a list where the response is an object.',
    ],
  },
  {
    name: 'websocket',
    figures: {
      created: [3145, 3145],
      completed: [3145, 0],
      failed: [0, 3145],
      emits: [16_150, null],
      emitsPerSecond: [47, null],
      roundTripMean: [0, null],
      roundTripP99: [0.1, null],
    },
    endpoints: [],
    corrections: [
      'The documented 0 ms is the time of a local emit(): the script never waited for a reply.',
      'The documented 3,145 failures are one fault of the configuration: the transports stood under a key that was ignored, so users polled a cluster without sticky sessions.',
      '16,150 emits in 199 s are 81 per second, not 47; and the pauses of half a second lasted a millisecond, because Artillery knows whole seconds only.',
    ],
  },
  {
    name: 'max',
    figures: {
      created: [15_700, 15_700],
      completed: [8452, 15_693],
      failed: [7248, 7],
      completedShare: [0.538, 0.9996],
      requests: [1_053_088, 1_883_311],
      sustained: [2900, 2944],
      peak: [2779, 7216],
      auctionsRead: [263_377, 470_827],
      auctionsMean: [790, 856],
      auctionsP95: [982, 4965],
      auctionsP99: [4965, 9416],
    },
    endpoints: [],
    corrections: [
      'Half of the documented requests had the response 400 (526,754 on one core, 941,654 on twelve): they asked for an auction without its id.',
      'The documented total requests are two different things: responses on one core, where 1,060,336 requests were sent for them, and requests on twelve.',
      'The documented peak of 7,216 requests/s on twelve cores is that of the last 10 s. The best 10 s had 8,557 on one core and 12,154 on twelve, and the whole test 5,569 and 5,757. The 2,900 and 2,779 on one core are in none of the published raw data.',
    ],
  },
]
