import { BadRequestException, Body, Controller, Get, Inject, NotFoundException, Post, UseGuards } from '@nestjs/common'
import type { AuctionStore, Balance } from '../store/auction-store.ts'
import { AuthGuard, UserId } from './auth-guard.ts'
import { amountBody } from './bodies.ts'
import { storeToken } from './tokens.ts'

/** Balances of users, deposits and withdrawals. */
@Controller('api/users')
@UseGuards(AuthGuard)
export class UsersController {
  constructor(@Inject(storeToken) private readonly store: AuctionStore) {}

  @Get('balance')
  async balance(@UserId() user: string): Promise<Balance> {
    return known(await this.store.balanceOf(user))
  }

  @Post('deposit')
  async deposit(@UserId() user: string, @Body({ schema: amountBody }) { amount }: { amount: number }): Promise<Balance> {
    return known(await this.store.deposit(user, amount))
  }

  @Post('withdraw')
  async withdraw(@UserId() user: string, @Body({ schema: amountBody }) { amount }: { amount: number }): Promise<Balance> {
    const balance = known(await this.store.withdraw(user, amount))
    if (balance === 'insufficient') throw new BadRequestException('Insufficient balance')
    return balance
  }
}

function known<T>(found: T | undefined): T {
  if (found === undefined) throw new NotFoundException('User not found')
  return found
}
