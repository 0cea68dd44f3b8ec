/** One step of the schema. A step is never changed once it is merged: databases in the field were made by it. */
export interface Migration {
  version: number;
  sql: string;
}

/*
 * `item_seq` counts turns, deliveries and questions. `seq` names a row for good; `place` is its place in its lane, which
 * changes when it has to stand at the end again. A lane has a row for as long as an item waits or runs in it.
 * `finished_at_ms` is set once, when an item leaves its lane; the indexes of open items and of finished ones part there.
 * `instance_id` names the instance that has claimed the item, and no other.
 * Lanes and buckets are written over and over, so their pages keep room for that.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    sql: `
      create sequence item_seq;

      create table turn (
        seq bigint primary key,
        place bigint not null,
        turn_id text not null,
        channel text not null,
        dedupe_key text,
        conversation text not null,
        message_id text,
        person_id text,
        state text not null,
        attempt integer not null,
        epoch integer not null,
        generation integer not null,
        instance_id bigint,
        is_stop_asked boolean not null,
        joined_to bigint,
        received_at_ms bigint not null,
        finished_at_ms bigint,
        reason text,
        response text,
        raw text
      );
      create unique index turn_id_once on turn (turn_id);
      create unique index turn_dedupe on turn (channel, dedupe_key) where dedupe_key is not null;
      create index turn_open on turn (conversation, place) where finished_at_ms is null;
      create index turn_age on turn (received_at_ms) where finished_at_ms is null;
      create index turn_finished on turn (state, finished_at_ms, place) where finished_at_ms is not null;
      create index turn_claimed on turn (instance_id) where instance_id is not null;
      create index turn_joined on turn (joined_to, place) where joined_to is not null;
      create index turn_of_conversation on turn (conversation);
      create index turn_person on turn (person_id, channel) where person_id is not null;

      create table delivery (
        seq bigint primary key,
        place bigint not null,
        delivery_id text not null,
        turn_seq bigint not null,
        turn_id text not null,
        channel text not null,
        conversation text not null,
        lane text not null,
        kind text not null,
        state text not null,
        attempt integer not null,
        epoch integer not null,
        instance_id bigint,
        not_before_ms bigint,
        expires_at_ms bigint not null,
        finished_at_ms bigint,
        target_delivery_id text,
        receipt text,
        reason text,
        secret text,
        payload text not null
      );
      create unique index delivery_id_once on delivery (delivery_id);
      create index delivery_of_turn on delivery (turn_seq, seq);
      create index delivery_open on delivery (lane, place) where state in ('waiting', 'sending');
      create index delivery_scheduled on delivery (not_before_ms) where state = 'scheduled';
      create index delivery_scheduled_lane on delivery (lane) where state = 'scheduled';
      create index delivery_waiting_edit on delivery (target_delivery_id) where state = 'waiting' and kind = 'edit';
      create index delivery_finished on delivery (state, finished_at_ms, place) where finished_at_ms is not null;
      create index delivery_claimed on delivery (instance_id) where instance_id is not null;
      create index delivery_of_conversation on delivery (conversation);

      create table turn_lane (
        name text primary key,
        waiting integer not null,
        running integer not null,
        due_ms bigint not null,
        held_at_ms bigint not null,
        position bigint not null
      ) with (fillfactor = 70);
      create index turn_lane_free on turn_lane (position) where waiting > 0 and running = 0 and due_ms = 0;
      create index turn_lane_held on turn_lane (due_ms) where due_ms > 0;

      create table delivery_lane (
        name text primary key,
        channel text not null,
        waiting integer not null,
        running integer not null,
        due_ms bigint not null,
        held_at_ms bigint not null,
        position bigint not null
      ) with (fillfactor = 70);
      create index delivery_lane_free on delivery_lane (channel, position)
        where waiting > 0 and running = 0 and due_ms = 0;
      create index delivery_lane_held on delivery_lane (due_ms) where due_ms > 0;

      create table bucket (
        name text primary key,
        paid_until_ms double precision not null
      ) with (fillfactor = 50);

      create table question (
        seq bigint primary key,
        conversation text not null,
        widget_id text not null,
        asker text,
        multi boolean not null,
        expires_at_ms bigint not null,
        answered_label text,
        delivery_id text,
        answers text not null,
        prompt text not null,
        choices text not null
      );
      create unique index question_widget on question (conversation, widget_id);
      create index question_newest on question (conversation, seq);
      create index question_expiry on question (expires_at_ms);
      create index question_delivery on question (delivery_id, expires_at_ms) where delivery_id is not null;

      create table push (
        idempotency_key text primary key,
        conversation text not null,
        kept_at_ms bigint not null,
        fingerprint text not null,
        response text not null
      );
      create index push_age on push (kept_at_ms);
      create index push_conversation on push (conversation);

      create table conversation_alias (
        name text primary key,
        current_name text not null,
        seq bigint not null
      );
      create index conversation_alias_current on conversation_alias (current_name, seq);

      create table conversation_generation (
        conversation text primary key,
        generation integer not null
      );

      create table seat (
        user_id text not null,
        channel text not null,
        conversation text not null,
        last_seen_ms bigint not null,
        address text not null,
        primary key (user_id, channel, conversation)
      );
      create index seat_conversation on seat (conversation);
      create index seat_age on seat (last_seen_ms);

      create sequence instance_seq;

      create table instance (
        instance_id bigint primary key,
        label text not null,
        beat bigint not null,
        seen_at timestamptz not null
      );

      create table lease (
        name text primary key,
        owner text not null,
        ends_at timestamptz not null
      );
    `,
  },
  {
    version: 2,
    sql: `
      create table channel_memory (
        channel text not null,
        name text not null,
        expires_at_ms bigint,
        value text not null,
        primary key (channel, name)
      );
      create index channel_memory_expiry on channel_memory (expires_at_ms) where expires_at_ms is not null;
    `,
  },
  {
    version: 3,
    sql: `
      create table user_channels (
        user_id text primary key,
        set_at_ms bigint not null,
        value text not null
      );
      create index user_channels_age on user_channels (set_at_ms);
    `,
  },
  {
    version: 4,
    sql: `
      create table turn_log (
        turn_seq bigint not null references turn (seq) on delete cascade,
        last_seq integer not null,
        run integer not null,
        events text not null,
        primary key (turn_seq, last_seq)
      );
    `,
  },
  {
    version: 5,
    sql: `
      alter table turn add column is_logged boolean not null default false;
      update turn set is_logged = true where seq in (select turn_seq from turn_log);
      drop index turn_finished;
      create index turn_done on turn (is_logged, finished_at_ms) where state = 'done';
      create index turn_dead on turn (finished_at_ms, place) where state = 'dead';
      create index turn_history on turn (conversation, place) where is_logged;

      create table render_status (
        turn_seq bigint not null references turn (seq) on delete cascade,
        envelope_id text not null,
        status text not null,
        error text,
        primary key (turn_seq, envelope_id)
      );

      create table blob (
        hash text primary key,
        bytes bytea not null
      );
      create table blob_ref (
        ref text primary key,
        channel text not null,
        conversation text not null,
        person_id text,
        mime text not null,
        hash text,
        expires_at_ms bigint not null
      );
      create index blob_ref_full on blob_ref (expires_at_ms) where hash is not null;
      create index blob_ref_empty on blob_ref (expires_at_ms) where hash is null;
      create index blob_ref_hash on blob_ref (hash) where hash is not null;
      create index blob_ref_person on blob_ref (person_id) where person_id is not null;
      create index blob_ref_conversation on blob_ref (conversation);
    `,
  },
];
