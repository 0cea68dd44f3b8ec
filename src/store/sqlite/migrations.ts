/** One step of the schema. A step is never changed once it is merged: files in the field were made by it. */
export interface Migration {
  version: number;
  sql: string;
}

/*
 * Columns that may be large stand last, so that SQLite reads past none of them. `finished_at_ms` is set once, when an
 * item leaves its lane; the indexes of open items and of finished ones part there, and a claim touches neither.
 * `turn.seq` is never given out again: deliveries point to it and outlive their turn. A delivery waits for its time
 * outside its lane for as long as `not_before_ms` is set. `held_at_ms` tells when a lane's hold began. `is_logged` came
 * later and stands last; SQLite keeps a 0 and a 1 where it keeps the lengths of the columns, so nothing is read past.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    sql: `
      create table turn (
        seq integer primary key autoincrement,
        turn_id text not null unique,
        channel text not null,
        dedupe_key text,
        conversation text not null,
        message_id text,
        state text not null,
        attempt integer not null default 0,
        received_at_ms integer not null,
        finished_at_ms integer,
        reason text,
        response text,
        raw text,
        unique (channel, dedupe_key)
      );
      create index turn_open on turn (conversation, seq) where finished_at_ms is null;
      create index turn_finished on turn (state, finished_at_ms) where finished_at_ms is not null;

      create table delivery (
        seq integer primary key,
        delivery_id text not null unique,
        turn_seq integer not null,
        turn_id text not null,
        channel text not null,
        conversation text not null,
        lane text not null,
        kind text not null,
        state text not null,
        attempt integer not null default 0,
        expires_at_ms integer not null,
        finished_at_ms integer,
        target_delivery_id text,
        receipt text,
        reason text,
        payload text not null
      );
      create index delivery_of_turn on delivery (turn_seq, seq);
      create index delivery_open on delivery (lane, seq) where finished_at_ms is null;
      create index delivery_finished on delivery (state, finished_at_ms) where finished_at_ms is not null;

      create table turn_lane (
        name text primary key,
        waiting integer not null,
        running integer not null,
        due_ms integer not null,
        position integer not null
      ) without rowid;
      create index turn_lane_free on turn_lane (due_ms, position) where waiting > 0 and running = 0;

      create table delivery_lane (
        name text primary key,
        waiting integer not null,
        running integer not null,
        due_ms integer not null,
        position integer not null
      ) without rowid;
      create index delivery_lane_free on delivery_lane (due_ms, position) where waiting > 0 and running = 0;

      create table question (
        seq integer primary key,
        conversation text not null,
        widget_id text not null,
        asker text,
        multi integer not null,
        expires_at_ms integer not null,
        answered_label text,
        delivery_id text,
        answers text not null,
        prompt text not null,
        choices text not null,
        unique (conversation, widget_id)
      );
      create index question_newest on question (conversation, seq);
      create index question_expiry on question (expires_at_ms);
      create index question_delivery on question (delivery_id, expires_at_ms) where delivery_id is not null;

      create table push (
        idempotency_key text primary key,
        kept_at_ms integer not null,
        fingerprint text not null,
        response text not null
      ) without rowid;
      create index push_age on push (kept_at_ms);

      create table conversation_alias (
        seq integer primary key,
        name text not null unique,
        current_name text not null
      );
      create index conversation_alias_current on conversation_alias (current_name, seq);

      create table seat (
        user_id text not null,
        channel text not null,
        conversation text not null,
        last_seen_ms integer not null,
        address text not null,
        primary key (user_id, channel, conversation)
      ) without rowid;
      create index seat_conversation on seat (conversation);
    `,
  },
  {
    version: 2,
    sql: `
      create table turn_new (
        seq integer primary key autoincrement,
        turn_id text not null unique,
        channel text not null,
        dedupe_key text,
        conversation text not null,
        message_id text,
        person_id text,
        state text not null,
        attempt integer not null default 0,
        epoch integer not null default 0,
        generation integer not null default 0,
        joined_to integer,
        received_at_ms integer not null,
        finished_at_ms integer,
        reason text,
        response text,
        raw text,
        unique (channel, dedupe_key)
      );
      insert into turn_new (seq, turn_id, channel, dedupe_key, conversation, message_id, state, attempt,
          received_at_ms, finished_at_ms, reason, response, raw)
        select seq, turn_id, channel, dedupe_key, conversation, message_id, state, attempt,
          received_at_ms, finished_at_ms, reason, response, raw
        from turn order by seq;
      delete from sqlite_sequence where name = 'turn_new';
      insert into sqlite_sequence (name, seq) select 'turn_new', seq from sqlite_sequence where name = 'turn';
      drop table turn;
      alter table turn_new rename to turn;
      create index turn_open on turn (conversation, seq) where finished_at_ms is null;
      create index turn_finished on turn (state, finished_at_ms) where finished_at_ms is not null;
      create index turn_joined on turn (joined_to) where joined_to is not null;

      create table delivery_new (
        seq integer primary key,
        delivery_id text not null unique,
        turn_seq integer not null,
        turn_id text not null,
        channel text not null,
        conversation text not null,
        lane text not null,
        kind text not null,
        state text not null,
        attempt integer not null default 0,
        epoch integer not null default 0,
        expires_at_ms integer not null,
        not_before_ms integer,
        finished_at_ms integer,
        target_delivery_id text,
        receipt text,
        reason text,
        secret text,
        payload text not null
      );
      insert into delivery_new (seq, delivery_id, turn_seq, turn_id, channel, conversation, lane, kind, state, attempt,
          expires_at_ms, finished_at_ms, target_delivery_id, receipt, reason, payload)
        select seq, delivery_id, turn_seq, turn_id, channel, conversation, lane, kind, state, attempt,
          expires_at_ms, finished_at_ms, target_delivery_id, receipt, reason, payload
        from delivery order by seq;
      drop table delivery;
      alter table delivery_new rename to delivery;
      create index delivery_of_turn on delivery (turn_seq, seq);
      create index delivery_open on delivery (lane, seq) where finished_at_ms is null and not_before_ms is null;
      create index delivery_finished on delivery (state, finished_at_ms) where finished_at_ms is not null;
      create index delivery_scheduled on delivery (not_before_ms) where not_before_ms is not null;
      create index delivery_scheduled_lane on delivery (lane) where not_before_ms is not null;
      create index delivery_open_edit on delivery (target_delivery_id)
        where target_delivery_id is not null and finished_at_ms is null;

      alter table turn_lane add column held_at_ms integer not null default 0;
      alter table turn_lane add column channel text not null default '';
      drop index turn_lane_free;
      create index turn_lane_free on turn_lane (position) where waiting > 0 and running = 0 and due_ms = 0;
      create index turn_lane_held on turn_lane (due_ms) where due_ms > 0;

      alter table delivery_lane add column held_at_ms integer not null default 0;
      alter table delivery_lane add column channel text not null default '';
      update delivery_lane set channel = coalesce((
        select channel from delivery where lane = name and finished_at_ms is null and not_before_ms is null limit 1), '');
      drop index delivery_lane_free;
      create index delivery_lane_free on delivery_lane (channel, position)
        where waiting > 0 and running = 0 and due_ms = 0;
      create index delivery_lane_held on delivery_lane (due_ms) where due_ms > 0;

      create table conversation_generation (
        conversation text primary key,
        generation integer not null
      ) without rowid;

      alter table push add column conversation text;
      create index push_conversation on push (conversation);
    `,
  },
  {
    version: 3,
    sql: 'create index seat_age on seat (last_seen_ms)',
  },
  {
    version: 4,
    sql: `
      create table channel_memory (
        channel text not null,
        name text not null,
        expires_at_ms integer,
        value text not null,
        primary key (channel, name)
      ) without rowid;
      create index channel_memory_expiry on channel_memory (expires_at_ms) where expires_at_ms is not null;
    `,
  },
  {
    version: 5,
    sql: `
      create table user_channels (
        user_id text primary key,
        set_at_ms integer not null,
        value text not null
      ) without rowid;
      create index user_channels_age on user_channels (set_at_ms);
    `,
  },
  {
    version: 6,
    sql: `
      create table turn_log (
        turn_seq integer not null,
        last_seq integer not null,
        run integer not null,
        events text not null,
        primary key (turn_seq, last_seq)
      ) without rowid;
      create trigger turn_log_of_turn after delete on turn begin
        delete from turn_log where turn_seq = old.seq;
      end;
    `,
  },
  {
    version: 7,
    sql: `
      alter table turn add column is_logged integer not null default 0;
      update turn set is_logged = 1 where seq in (select turn_seq from turn_log);
      drop index turn_finished;
      create index turn_done on turn (is_logged, finished_at_ms) where state = 'done';
      create index turn_dead on turn (finished_at_ms) where state = 'dead';
      create index turn_history on turn (conversation, seq) where is_logged = 1;

      create table render_status (
        turn_seq integer not null,
        envelope_id text not null,
        status text not null,
        error text,
        primary key (turn_seq, envelope_id)
      ) without rowid;
      create trigger render_status_of_turn after delete on turn begin
        delete from render_status where turn_seq = old.seq;
      end;

      create table blob (
        hash text primary key,
        bytes blob not null
      );
      create table blob_ref (
        ref text primary key,
        channel text not null,
        conversation text not null,
        person_id text,
        mime text not null,
        hash text,
        expires_at_ms integer not null
      ) without rowid;
      create index blob_ref_full on blob_ref (expires_at_ms) where hash is not null;
      create index blob_ref_empty on blob_ref (expires_at_ms) where hash is null;
      create index blob_ref_hash on blob_ref (hash) where hash is not null;
      create index blob_ref_person on blob_ref (person_id) where person_id is not null;
      create index blob_ref_conversation on blob_ref (conversation);
      create trigger blob_without_ref after delete on blob_ref when old.hash is not null begin
        delete from blob where hash = old.hash and not exists (select 1 from blob_ref where hash = old.hash);
      end;
      create trigger blob_expired after update of hash on blob_ref when old.hash is not null begin
        delete from blob where hash = old.hash and not exists (select 1 from blob_ref where hash = old.hash);
      end;
    `,
  },
  {
    version: 8,
    // A conversation has few questions, and the index of their ids finds them as well: one page less for each that is kept.
    sql: 'drop index question_newest;',
  },
];
