-- What people of a role see as their board until they change it; null: nothing.
alter table role add column starter_board jsonb;
