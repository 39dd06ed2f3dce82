import { HttpException, Logger } from '@nestjs/common'
import { JwtService } from '@nestjs/jwt'
import { ConnectedSocket, MessageBody, type OnGatewayInit, SubscribeMessage, WebSocketGateway } from '@nestjs/websockets'
import type { Socket } from 'socket.io'
import type { BidReply, RoomReply, ServiceEvents, UserEvents } from '../auction/events.ts'
import { StoreBusyError } from '../store/auction-store.ts'
import { AuctionRooms, roomOf, type SocketServer } from './auction-rooms.ts'
import { isAuctionId } from './auction-id-pipe.ts'
import { Auctions } from './auctions.ts'
import type { Session } from './auth-guard.ts'
import { bidMessage } from './bodies.ts'

type UserSocket = Socket<UserEvents, ServiceEvents, Record<string, never>, { userId?: string }>

/** The reply to an event, which is also an event. */
interface Reply<Name extends keyof ServiceEvents> {
  readonly event: Name
  readonly data: Parameters<ServiceEvents[Name]>[0]
}

/** Auctions over Socket.IO. */
@WebSocketGateway()
export class AuctionGateway implements OnGatewayInit<SocketServer> {
  readonly #logger = new Logger(AuctionGateway.name)

  constructor(
    private readonly auctions: Auctions,
    private readonly rooms: AuctionRooms,
    private readonly jwt: JwtService,
  ) {}

  afterInit(server: SocketServer): void {
    this.rooms.attach(server)
  }

  @SubscribeMessage('auth')
  auth(@ConnectedSocket() socket: UserSocket, @MessageBody() token: unknown): Reply<'auth-response'> {
    try {
      const { sub } = this.jwt.verify<Session>(typeof token === 'string' ? token : '')
      socket.data.userId = sub
      return { event: 'auth-response', data: { success: true, userId: sub } }
    } catch {
      return { event: 'auth-response', data: { success: false, error: 'Invalid token' } }
    }
  }

  @SubscribeMessage('join-auction')
  async join(@ConnectedSocket() socket: UserSocket, @MessageBody() auctionId: unknown): Promise<Reply<'join-auction-response'>> {
    const data = await replyOf<RoomReply>(
      async () => {
        await socket.join(roomOf(await this.#known(auctionId)))
        return { success: true }
      },
      (error) => ({ success: false, error: this.#describe(error) }),
    )
    return { event: 'join-auction-response', data }
  }

  @SubscribeMessage('leave-auction')
  async leave(@ConnectedSocket() socket: UserSocket, @MessageBody() auctionId: unknown): Promise<Reply<'leave-auction-response'>> {
    await socket.leave(roomOf(String(auctionId)))
    return { event: 'leave-auction-response', data: { success: true } }
  }

  @SubscribeMessage('place-bid')
  async placeBid(@ConnectedSocket() socket: UserSocket, @MessageBody() message: unknown): Promise<Reply<'bid-response'>> {
    const data = await replyOf<BidReply>(
      () => this.#placeBid(socket.data.userId, message),
      (error) => refusal(this.#describe(error)),
    )
    return { event: 'bid-response', data }
  }

  async #placeBid(userId: string | undefined, message: unknown): Promise<BidReply> {
    if (userId === undefined) return refusal('Not authenticated: send auth with a token first')
    const bid = bidMessage.safeParse(message)
    if (!bid.success) return refusal(bid.error.issues.map((issue) => issue.message).join(', '))
    const auctionId = await this.#known(bid.data.auctionId)
    const result = await this.auctions.bid(auctionId, userId, bid.data.amount)
    return result.success ? result : refusal(result.error)
  }

  async #known(auctionId: unknown): Promise<string> {
    if (!isAuctionId(auctionId)) throw new HttpException('Invalid auction ID', 400)
    return (await this.auctions.find(auctionId)).id
  }

  /** Describes an error to a user. */
  #describe(error: unknown): string {
    if (error instanceof HttpException) return error.message
    if (error instanceof StoreBusyError) return 'Concurrent modification detected'
    this.#logger.error(error)
    return 'Internal server error'
  }
}

async function replyOf<T>(work: () => Promise<T>, onError: (error: unknown) => T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    return onError(error)
  }
}

function refusal(error: string): BidReply {
  return { success: false, error, needsWarmup: false }
}
