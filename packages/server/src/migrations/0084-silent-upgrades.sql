-- Since when nothing is known of an upgrade; null: it is not silent.
alter table container_upgrade add column silent_at timestamptz;
update container_upgrade set silent_at = coalesce(booted_at, started_at, created_at) where state = 'silent';

-- A campaign goes on in the name of whoever started or resumed it last, and halts where that person no longer may.
alter table upgrade_campaign drop constraint upgrade_campaign_halt_cause_check;
alter table upgrade_campaign add constraint upgrade_campaign_halt_cause_check
  check (halt_cause in ('first_results', 'failures', 'trouble', 'rights', 'person'));
