import { Body, Controller, Get, Param, Post, Query, UseGuards } from '@nestjs/common'
import type { Auction, AuctionStatus, AuctionTerms } from '../auction/auction.ts'
import type { OwnBid, RefusedBid } from '../auction/bid.ts'
import type { Leaderboard, Page } from '../auction/leaderboard.ts'
import { AuctionIdPipe } from './auction-id-pipe.ts'
import { Auctions, type HeldBid } from './auctions.ts'
import { AuthGuard, UserId } from './auth-guard.ts'
import { amountBody, auctionBody, pageQuery, statusQuery } from './bodies.ts'

/** Auctions over HTTP. */
@Controller('api/auctions')
export class AuctionsController {
  constructor(private readonly auctions: Auctions) {}

  @Get()
  async list(@Query({ schema: statusQuery }) { status }: { status?: AuctionStatus }): Promise<readonly Auction[]> {
    return this.auctions.list(status)
  }

  @Get(':id')
  async find(@Param('id', AuctionIdPipe) id: string): Promise<Auction> {
    return this.auctions.find(id)
  }

  @Post()
  @UseGuards(AuthGuard)
  async create(@Body({ schema: auctionBody }) terms: AuctionTerms): Promise<Auction> {
    return this.auctions.create(terms)
  }

  @Post(':id/start')
  @UseGuards(AuthGuard)
  async start(@Param('id', AuctionIdPipe) id: string): Promise<Auction> {
    return this.auctions.start(id)
  }

  /** Responds 201 even to a refused bid, for which `success` is false. */
  @Post(':id/bid')
  @UseGuards(AuthGuard)
  async bid(
    @Param('id', AuctionIdPipe) auctionId: string,
    @UserId() userId: string,
    @Body({ schema: amountBody }) { amount }: { amount: number },
  ): Promise<HeldBid | RefusedBid> {
    return this.auctions.bid(auctionId, userId, amount)
  }

  @Get(':id/leaderboard')
  async leaderboard(@Param('id', AuctionIdPipe) id: string, @Query({ schema: pageQuery }) page: Page): Promise<Leaderboard> {
    return this.auctions.leaderboard(id, page)
  }

  @Get(':id/my-bids')
  @UseGuards(AuthGuard)
  async myBids(@Param('id', AuctionIdPipe) id: string, @UserId() userId: string): Promise<readonly OwnBid[]> {
    return this.auctions.bidsOf(id, userId)
  }

  @Get(':id/min-winning-bid')
  async minWinningBid(@Param('id', AuctionIdPipe) id: string): Promise<{ minWinningBid: number | null }> {
    return { minWinningBid: await this.auctions.minWinningBid(id) }
  }
}
