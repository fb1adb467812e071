/** Where a finished deal is shown; with the token of a share for those who have not played it. */
export const replayLink = (table: string, deal: number, share = ""): string => `#/replay/${table}?deal=${deal}${share && `&share=${share}`}`;

/** Where it is checked. */
export const verifyLink = (table: string, deal: number, share = ""): string => `#/verify/${table}?deal=${deal}${share && `&share=${share}`}`;

/** A shared deal as a full address, to be sent to somebody. */
export const sharedAddress = (table: string, deal: number, share: string): string => new URL(replayLink(table, deal, share), document.baseURI).href;
