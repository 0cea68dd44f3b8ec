import type { Driver, SqlValue } from '../../../src/store/sqlite/driver.ts';

/** A driver that also tells which statements were prepared and which ran. */
export function recorded(driver: Driver): { driver: Driver; prepared: string[]; ran: string[] } {
  const prepared: string[] = [];
  const ran: string[] = [];
  return {
    prepared,
    ran,
    driver: {
      ...driver,
      prepare<Row extends object>(sql: string) {
        prepared.push(sql);
        const statement = driver.prepare<Row>(sql);
        const noted =
          <Result>(use: (...values: SqlValue[]) => Result) =>
          (...values: SqlValue[]) => {
            ran.push(sql);
            return use(...values);
          };
        return { get: noted(statement.get), all: noted(statement.all), run: noted(statement.run) };
      },
    },
  };
}
