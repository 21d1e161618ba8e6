/** Rows that belong to an account, wherever they are. Each removal returns how many rows it removed. */
export interface AccountRows {
  /** The crawls that are listed under the account. */
  readonly crawlIds: (accountId: string) => Promise<readonly string[]>;
  readonly removeCrawl: (id: string) => Promise<number>;
  /** Removes keys, use, claims, rates and the list of crawls, and at last the account itself, so that a part can be repeated. */
  readonly removeAccount: (accountId: string, keyHashes: readonly string[]) => Promise<number>;
}
