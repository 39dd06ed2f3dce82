import { z } from 'zod'

/** The largest deposit, whose sums are still exact numbers. */
const mostStars = 1_000_000_000

const stars = (name: string): z.ZodNumber => wholeNumber(name, 1, mostStars)

/** `{ amount }` of a deposit, a withdrawal or a bid. */
export const amountBody = strictObject({ amount: stars('amount') })

/** `{ username }` of a login. */
export const loginBody = strictObject({
  username: z
    .string('username must be a string')
    .min(1, 'username should not be empty')
    .max(64, 'username must have at most 64 characters'),
})

/** The body for a new auction. */
export const auctionBody = strictObject({
  title: z.string('title must be a string').min(1, 'title should not be empty').max(200, 'title must have at most 200 characters'),
  description: z.string('description must be a string').max(2000, 'description must have at most 2000 characters').optional(),
  totalItems: wholeNumber('totalItems', 1, 100_000),
  rounds: z
    .array(
      strictObject({
        itemsCount: wholeNumber('itemsCount', 1, 100_000),
        durationMinutes: z.number('durationMinutes must be a number').positive('durationMinutes must be a positive number'),
      }),
      'rounds must be an array',
    )
    .min(1, 'rounds should not be empty')
    .max(100, 'rounds must have at most 100 elements'),
  minBidAmount: stars('minBidAmount').default(100),
  minBidIncrement: stars('minBidIncrement').default(10),
  antiSnipingWindowMinutes: minutes('antiSnipingWindowMinutes').default(2),
  antiSnipingExtensionMinutes: minutes('antiSnipingExtensionMinutes').default(2),
  maxExtensions: wholeNumber('maxExtensions', 0, 100).default(6),
  botsEnabled: z.literal(false, 'botsEnabled must be false: there are no bots here').optional(),
  botCount: wholeNumber('botCount', 0, 0).optional(),
})
  .refine(({ totalItems, rounds }) => totalItems === rounds.reduce((sum, { itemsCount }) => sum + itemsCount, 0), {
    error: 'totalItems must be the sum of itemsCount of all rounds',
  })
  .transform(({ botsEnabled: _enabled, botCount: _count, ...terms }) => terms)

/** `?limit=50&offset=0` of a leaderboard. */
export const pageQuery = z.object({
  limit: z.coerce
    .number('limit must be a number')
    .pipe(wholeNumber('limit', 1, 1000))
    .default(50),
  offset: z.coerce
    .number('offset must be a number')
    .pipe(wholeNumber('offset', 0, 1_000_000))
    .default(0),
})

/** `?status=active` of the list of auctions. */
export const statusQuery = z.object({
  status: z.enum(['pending', 'active', 'completed'], 'status must be pending, active or completed').optional(),
})

/** The message of a bid over Socket.IO. */
export const bidMessage = z.object({ auctionId: z.string('auctionId must be a string'), amount: stars('amount') })

function wholeNumber(name: string, least: number, most: number): z.ZodNumber {
  return z
    .number(`${name} must be a number`)
    .int(`${name} must be an integer number`)
    .min(least, `${name} must not be less than ${least}`)
    .max(most, `${name} must not be greater than ${most}`)
}

function minutes(name: string): z.ZodNumber {
  return z.number(`${name} must be a number`).min(0, `${name} must not be less than 0`)
}

function strictObject<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => `property ${key} should not exist`).join(', ')
        : 'body must be an object',
  })
}
