import { BadRequestException, Injectable, type PipeTransform } from '@nestjs/common'

/** Refuses a text that cannot be the identifier of an auction. */
@Injectable()
export class AuctionIdPipe implements PipeTransform<string, string> {
  transform(id: string): string {
    if (!isAuctionId(id)) throw new BadRequestException('Invalid auction ID')
    return id
  }
}

/** Whether a text has the form of an identifier. */
export function isAuctionId(id: unknown): id is string {
  return typeof id === 'string' && /^[0-9a-f]{24}$/.test(id)
}
