import { life } from './areas/life.ts';
import { media } from './areas/media.ts';
import { money } from './areas/money.ts';
import { technical } from './areas/technical.ts';
import { world } from './areas/world.ts';

/** Tables of concepts, one line each: `ways people say it = ways descriptions say it`. */
export const areas: readonly string[] = [world, money, media, technical, life];
